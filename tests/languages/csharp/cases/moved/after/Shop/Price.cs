namespace Shop.Pricing;

/// <summary>What an order costs.</summary>
public static class Price
{
    public const decimal Vat = 0.19m;

    public static decimal Shipping(decimal weight) => weight < 2 ? 3.90m : 6.90m;
}
