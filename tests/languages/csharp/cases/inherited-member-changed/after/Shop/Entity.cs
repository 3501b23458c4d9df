namespace Shop;

public abstract class Entity
{
    public long Id { get; protected set; }

    public virtual bool IsNew() => Id <= 0;

    public virtual string Describe()
    {
        return GetType().Name + ":" + Id;
    }
}
