namespace Shop;

public class Order
{
    private readonly List<Line> lines = new();
    long changes;

    public int Count => lines.Count;

    public string Note { get; set; } = "";

    public void Add(Line line)
    {
        lines.Add(line);
        Touch();
    }

    private void Touch()
    {
        changes += 1;
    }
}
