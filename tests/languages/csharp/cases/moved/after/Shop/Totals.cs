namespace Shop.Pricing
{
    public static class Totals
    {
        /// <summary>Adds the tax, and takes off what regular customers save.</summary>
        public static decimal Total(decimal net, int orders)
        {
            var discount = orders > 10 ? 0.05m : 0m;
            if (net < 0)
            {
                throw new ArgumentOutOfRangeException(nameof(net));
            }
            return Math.Round(net * (1 - discount) * (1 + Vat), 2);
        }
    }
}
