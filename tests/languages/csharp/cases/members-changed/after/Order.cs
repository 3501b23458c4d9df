namespace Shop;

public class Order
{
    private readonly List<Line> lines = new();
    long changes;

    public int Count => lines.Count;

    public string Note { get; init; } = "";

    public void Add(Line line)
    {
        if (line.Amount > 0) lines.Add(line);
        Touch();
    }

    private void Touch()
    {
        changes += 1;
    }
}
