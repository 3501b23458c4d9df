package com.acme.report;
import java.io.*; import java.util.*;
/**
 * Writes reports.
 * A long sentence that the formatter is going to break at another place, because this line is much too long to stay as it is here.
 *
 * A second paragraph.
 * <ul><li>one</li>
 * <li>two</li></ul>
 * @param <T> what is reported
 */
final public class Report<T extends Comparable<T>&Serializable> extends Base<T> implements Closeable,Iterable<T>{
    private final static Map<String,List<Integer>> INDEX=new HashMap<String,List<Integer>>( ),OTHER=null;;
    static final int [] SIZES={1,2,3,};
    transient volatile protected int a=0,b[]=new int[ ]{1,2,},c;
    final static String LONG = "This is a literal that is much too long for one line, so that the formatter cuts it into several parts.";
    static final String MIXED = "prefix " + 1 + " and then a literal that is much too long for one line, so that it is " + "cut into " + "several parts.";
    static final String BLOCK = """
            {
              "key": "value"   
            }
            """;
    @Deprecated(  since="1",forRemoval=true ) @SuppressWarnings({"unchecked","rawtypes",}) public @Override synchronized final void run( final T item,int ... more )throws IOException,InterruptedException{
        if(item==null)return;
        if (more.length>3) { close( ); } else if (more.length > 2) more[0]++; else { --more[1]; }
        for(int i=0,j=1;i<more.length&&(j>0);i++,j--) ;
        for (  ; ; ) { break ; }
        for(T t:this){ System.out.println(t) ; }
        while(( a<b[0] )){a+=1;continue;}
        do a--; while(a>0);
        outer: for (int x : more) { if (x > 0) continue outer; break outer; }
        int y=(a>1)?(b[0]):c, z[]={1,2};
        Runnable r=()->{ };
        Comparator<String> order=(String p,String q)->p.compareTo(q);
        Function<Integer,Integer> twice=(n)->n*2;
        Supplier<List<String>> make=ArrayList<String> :: new;
        switch(a){case 1:case 2:b[0]=1;break;default:c=2;}
        int k=switch(a){case 1,2->3;case 3->{yield 4;}default->throw new IllegalStateException("no "+a+" here, and this message is also far too long to be left on one line as it stands");};
        try(Reader in=new StringReader("x");Writer out=new StringWriter();){in.read();}catch(IOException|RuntimeException e){throw e;}finally{close();}
        synchronized(this){assert a>0:"a";}
        Object o=(Object)(a+b[0]);
        if(o instanceof String s&&!s.isEmpty()){s.length();}
        new Thread(){@Override public void run(){super.run();}}.start();
        list.stream( ).filter(v->v!=null).map(String::valueOf).flatMap(v->Arrays.asList(v,v).stream()).collect(Collectors.toList());
        ;
    }
    public Report(){this(null,0);}
    protected @Inject Report(final T first,@Named("size") int size){super(first);}
    abstract static class Inner{abstract int f(int a,int b[]) ;}
    enum Color implements Supplier<String>{RED,GREEN(1){public String get(){return "g";}},BLUE,;
        public String get(){return name();}
    }
    enum Plain{A,B;}
    record Point(int x,int y)implements Comparable<Point>{Point{if(x<0)throw new IllegalArgumentException();}
        public int compareTo(Point o){return x-o.x;}}
    @interface Marker{String value()default "";int[] sizes()default{};}
    sealed interface Shape permits Circle,Square{double PI=3.14;double area();}
}
