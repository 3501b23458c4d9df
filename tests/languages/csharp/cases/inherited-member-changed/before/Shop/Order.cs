namespace Shop;

public class Order : Entity
{
    public override string Describe() => "order " + Id;
}
