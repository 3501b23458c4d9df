using System;
using System.Collections.Generic;
using System.Linq;

namespace Shop.Formatting;

/// <summary>Everything that a formatter touches.</summary>
[Serializable, Obsolete("soon")]
public static partial class Parser<TIn, TOut> where TIn : class, new() where TOut : struct
{
    public const int Limit = 0XFF, Size = 1_000;
    static readonly int[,] Grid = { { 1, 2 }, { 3, 4 } };
    private static readonly Dictionary<string, Func<int, int>> Table = new() { ["a"] = x => x + 1, ["b"] = (y) => { return y; } };
    public static volatile int state, other = 2;
    public static string Name { get; private set; } = "none";
    public static int Total { get { return state; } set { state = value; } }
    public static int Sum => (state + other);

    public static string Describe<T>(this IEnumerable<T> items, string prefix = "x", params object[] rest) where T : notnull
    {
        if (items == null) throw new ArgumentNullException(nameof(items));
        if (prefix.Length > 3) { return prefix; } else if (prefix == "") return "empty"; else { state++; }
        for (int i = 0, n = rest.Length; i < n; i++) { state += i; }
        for (;;) { break; }
        foreach (var item in items) Console.WriteLine(item);
        while (state > 0) state--;
        do { state++; } while (state < 3);
        using (var stream = Open(prefix)) { stream.Flush(); }
        lock (Table) { Table.Clear(); }
        try { state = checked(state * 2); } catch (InvalidOperationException e) when (e.Message != "") { throw; } catch { } finally { state = 0; }
        switch (prefix) { case "a": case "b": state = 1; break; case { Length: > 3 } s when s != null: goto default; default: break; }
        var kind = state switch { 0 => "zero", > 0 and < 10 => "some", 10 or 11 or not 12 => "many", _ => throw new Exception() };
        var query = from item in items where item != null orderby item descending, prefix select new { item, Key = prefix };
        // clang-format off: it does not know raw literals
        var text = $"{state:x4} and {(state > 0 ? "a" : "b")}" + @"c:\temp" + """a "raw" one""";
        var block = """
            first
              second
            """;
        // clang-format on
        var list = new List<int> { 1, 2, 3 }; int[] array = [1, ..list, 2]; var (a, b) = (1, 2);
        Func<int, Task<int>> later = async (int x) => { await Task.Delay(x).ConfigureAwait(false); return x; };
        EventHandler handler = delegate (object sender, EventArgs e) { state = 0; };
        var range = array[1..^1]; var first = array?[0] ?? -1; var name = rest?.FirstOrDefault()?.ToString();
        var person = new Person(name: "Ada", age: 36) { Title = "Countess", Tags = { "x", "y" } } with { Age = 37 };
        if (person is { Age: > 18, Name: not null } adult && (adult.Age < 99 || !(adult.Title == ""))) Console.WriteLine(adult);
        int Local(int x) => x * (x - 1);
        unsafe { fixed (int* p = array) { *p = 1; } }
        return items.Select(item => item!.ToString()).Where(line => line.Length > 0).OrderBy(line => line).Aggregate("", (left, right) => left + right);
    }

    static extern int Native(int x);
}

public record struct Point(int X, int Y = 0) { public double Length() => Math.Sqrt(X * X + Y * Y); }

public interface IShape<out T> : IDisposable, IComparable<T> { T Area(); string Name { get; } }

[Flags]
public enum Sides : byte { None, Left = 1, Right = 2, Both = Left | Right }

public delegate int Combine<T>(T left, T right) where T : struct;
