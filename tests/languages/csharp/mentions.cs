using System.Linq;
using Tools = Shop.Tools;

namespace Shop
{
    [Entity]
    [Table(Names, Kind = Kinds.Full)]
    public class Cart<T> : Base<T>, Api.INamed where T : Item
    {
        private const int Limit = Tools.Initial();
        private List<Buyer> owners = new();
        public Money Total { get; set; } = Money.Zero;

        public Cart(Buyer owner, int rate = Limit) : base(owner)
        {
            this.owners = new List<Buyer>();
            Total = owner.Load<T>(rate, named: rate);
        }

        public Money Price(int rate, params Order[] extra)
        {
            int sum = Add(rate);
            foreach (var item in owners)
            {
                item.Cost.Value += sum;
                owners?.First()?.Use(item);
            }
            var names = owners.Where(x => x.Open(Limit)).Select((a, b) => a.Name + b);
            if (Find(sum) is Known known && TryGet(out var found))
                return known.Money ?? found;
            try { Run(Price); }
            catch (ShopError error) when (error.Code > Limit) { throw new InvalidOperationException($"{error} {Total}"); }
            int Inner(int x) => Helper(x);
            return (Money)new Order { Buyer = sum, Id = Inner(1) };
        }
    }

    public record Point(int X, int Y);
    public enum Color { Red = Limits.Red, Green }
    public delegate Money Pricing(Item item);
}
