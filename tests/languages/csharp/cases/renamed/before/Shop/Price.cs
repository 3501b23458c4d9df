namespace Shop.Pricing;

/// <summary>What an order costs.</summary>
public static class Price
{
    public const decimal Vat = 0.19m;

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

    public static decimal Shipping(decimal weight) => weight < 2 ? 3.90m : 6.90m;
}
