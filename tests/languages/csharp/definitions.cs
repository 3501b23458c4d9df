#nullable enable
using System;
using System.Collections.Generic;
using static System.Math;
using Names = System.Collections.Generic.Dictionary<string, int>;

var names = new Names();
Run(args, names);

/// <summary>Starts it all.</summary>
static int Run(string[] args, Names names) => args.Length + names.Count;

namespace Shop.Orders
{
    /// <summary>What somebody wants to buy.</summary>
    /// <remarks>Prices are in cents.</remarks>
    [Serializable]
    [Obsolete("use Basket", error: false)]
    public sealed partial class Order : Entity, IComparable<Order>, Shop.Core.IHasId<long>
    {
        public const int MaxLines = 100, MinLines = 1;
        private static readonly string[] Currencies = { "EUR", "USD" };
        static int created;
        internal readonly List<Line> lines = new();
        protected long id, version = 1;
        public event EventHandler? Changed, Sent;

        /** <summary>Only for the database.</summary> */
        private Order() { }

        public Order(long id, params Line[] lines) : this()
        {
            this.id = id;
            created++;
        }

        static Order() => created = 0;

        ~Order() { created--; }

        public string Title { get; set; } = "";
        public required string Owner { get; init; }
        public int Count => lines.Count;
        int Cached
        {
            get { return created; }
            set { created = value; }
        }

        public event EventHandler Closed
        {
            add { Changed += value; }
            remove { Changed -= value; }
        }

        public Line this[int index] => lines[index];
        public Line this[string sku, int nth = 0]
        {
            get { return Find(sku, nth); }
        }

        public Line Find(string sku, int nth)
        {
            Line Local(int at) => lines[at];
            Func<int, Line> lambda = at => Local(at);
            return lambda(nth);
        }

        public static bool TryParse(in ReadOnlySpan<char> text, out Order? order, ref int at)
        {
            order = null;
            return Abs(at) > 0;
        }

        public T Convert<T>(Func<Order, T> how, T? fallback = default) where T : class, new() => how(this) ?? fallback!;

        int IComparable<Order>.CompareTo(Order? other) => id.CompareTo(other?.id);
        long Shop.Core.IHasId<long>.Id => id;
        private protected virtual void Touch() { }
        partial void Loaded();
        partial void Loaded() { Touch(); }
        [System.Runtime.InteropServices.DllImport("native")]
        private static extern unsafe int Native(byte* bytes, delegate*<int, void> call, (int x, int y)[] pairs);

        public static Order operator +(Order left, Line right) => left;
        public static bool operator ==(Order left, Order right) => left.id == right.id;
        public static bool operator !=(Order left, Order right) => !(left == right);
        public static bool operator true(Order order) => order.Count > 0;
        public static bool operator false(Order order) => order.Count == 0;
        public static implicit operator long(Order order) => order.id;
        public static explicit operator Shop.Core.Key(Order order) => new(order.id);

#if DEBUG
        public void Dump() => Console.WriteLine(id);
#else
        public void Dump() { }
#endif

        private class Cache<TKey> where TKey : notnull
        {
            internal readonly Names names = new();
            public enum State { Cold, Warm = 2, [Obsolete] Hot }
        }
    }

    public record Line(string Sku, [property: Obsolete] int Amount = 1) : Entity(Sku), IDisposable
    {
        public decimal Price { get; init; }
        public void Dispose() { }
    }

    public readonly record struct Money(decimal Value, string Currency);

    public readonly ref struct Slice
    {
        private readonly Span<int> values;
        public int Length => values.Length;
        public unsafe fixed byte buffer[16];
    }

    public class Service(ILog log, int retries = 3) : Base(log)
    {
        public int Retries => retries;
    }

    public interface IStore<in TKey, out TValue> : IDisposable where TValue : Entity
    {
        const int Version = 2;
        int Count { get; }
        event Action Flushed;
        TValue Get(TKey key);
        void Log(string text) { }
        private void Hidden() { }
        static abstract IStore<TKey, TValue> operator -(IStore<TKey, TValue> store);
    }

    public delegate TResult Selector<in T, out TResult>(T item, int index) where T : class;

    [Flags]
    public enum Rights : byte
    {
        None = 0,
        Read = 1 << 0,
        Write = Read | 2,
    }

    internal static class Extensions
    {
        public static int Total(this Order order, scoped ref int start) => order.Count + start;
    }
}
