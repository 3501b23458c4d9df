package com.acme.shop;

import static com.acme.money.Rounding.HALF_UP;
import static com.acme.money.Limits.*;

import com.acme.store.Repository;
import com.acme.store.Repository.Listener;
import java.io.IOException;
import java.util.*;
import java.util.function.Function;

/** What a customer wants to buy. */
@Entity
@Table(name = "orders")
public abstract class Order<T extends Comparable<T> & Item> extends Repository.Base<T>
    implements Iterable<T>, java.io.Serializable {

  /** Never more than this. */
  public static final int MAX_ITEMS = 100;

  final static long serialVersionUID = 1L;
  private static int counter;
  protected int first = 1, second[] = {1, 2}, third;
  @Deprecated private volatile boolean closed;
  private final Comparator<T> order =
      new Comparator<T>() {
        private int calls;

        @Override
        public int compare(T a, T b) {
          calls++;
          return a.compareTo(b);
        }
      };
  final Function<T, Integer> weigh = item -> item.weight();

  static {
    int local = 0;
    class Hidden {}
    counter = local;
  }

  {
    first = 2;
  }

  protected Order() {
    this(new ArrayList<>(), 0);
  }

  @Inject
  public <S extends T> Order(List<S> items, int... sizes) throws IOException {
    super(items);
  }

  /** Adds one. */
  public void add(T item) {
    add(item, 1);
  }

  public void add(final T item, @Positive int count) {
    for (int i = 0; i < count; i++) {
      Listener listener =
          new Listener() {
            public void added(Object o) {}
          };
      listener.added(item);
    }
  }

  public void add(Map.Entry<String, List<? extends T>> entry, int table[][], String... names) {}

  int grid()[] {
    return new int[0];
  }

  protected abstract <K, V> Map<K, V> index(Function<? super T, K> key) throws IOException, SecurityException;

  private synchronized native long checksum(Order<T> this, byte[] data);

  public boolean $odd_name1(List<@NonNull String> x) {
    class Local {
      int field;
    }
    record Pair(int a, int b) {}
    return new Pair(1, 2).a() > new Local().field;
  }

  /** Inner and nested types. */
  public class Line {
    int number;

    class Part {}
  }

  private static final class Cache extends HashMap<String, Order<?>> {
    private Cache() {}
  }

  protected interface Visitor<R> {
    R visit(Order<?> order);

    default void done() {}

    private void log() {}

    static Visitor<Void> none() {
      return order -> null;
    }
  }
}

/** The states of an order. */
public enum State implements Labelled {
  NEW("new"),
  @Deprecated
  PAID("paid") {
    @Override
    boolean isOpen() {
      return false;
    }
  },
  SENT;

  private final String label;

  State(String label) {
    this.label = label;
  }

  State() {
    this("?");
  }

  boolean isOpen() {
    return true;
  }
}

enum Empty {}

public sealed interface Shape extends Labelled, Comparable<Shape> permits Circle, Square {
  double PI = 3.14, TAU = 2 * PI;

  double area();

  enum Unit {
    CM,
    INCH
  }
}

record Circle(@Positive double radius, String... tags) implements Shape {
  static final Circle UNIT = new Circle(1);

  Circle {
    if (radius < 0) throw new IllegalArgumentException("radius");
  }

  Circle() {
    this(1);
  }

  public double area() {
    return PI * radius * radius;
  }
}

non-sealed class Square implements Shape {
  public double area() {
    return side * side;
  }

  double side;
}

private record Pair<A, B>(A left, B right[]) {}

@Retention(RetentionPolicy.RUNTIME)
public @interface Audited {
  String value();

  int level() default 1;

  String[] tags() default {"a", "b"};

  String PREFIX = "audit";

  @interface Nested {}
}

// A file of its own in real life: module-info.java.
@Deprecated
open module com.acme.shop {
  requires transitive java.sql;

  exports com.acme.shop to
      com.acme.web,
      com.acme.admin;

  provides Shape with
      Circle;
}
