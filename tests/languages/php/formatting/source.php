<?php
namespace App;
use App\Models\{User,Team};
use function App\helper;
const LIMIT=10,RATE=1.50;
define("NAME",'it\'s');
define( 'PATTERN', "a\\b\n" );
$config=array('a'=>1,"b"=>array(TRUE,False,NULL),);
#[Attr, Other(1,2)]
abstract class Shape extends Base implements A,B{
use One,Two{One::f as protected g;Two::f insteadof One;}
const A=1, B="two"; protected final const C = 'three';
static public $count=0; var $old; private ?string $name=null,$other="x";
final static public function make(int $a,string &$b="x",array $c=array(1,2,),?Foo ...$rest):?static{
return new static;}
abstract protected function area():float;
public function __construct(private readonly int $id,protected array $tags=['a'],){$this->id=$id;}
public function branches($a,$b,$c)
{
if($a) return 1; else if($b) return 2; elseif($c) { return 3; } else return 4;
if($a){ if($b) f(); } else g();
if($a): f(); elseif($b): g(); else: h(); endif;
while($a) f();
while($a): f(); endwhile;
do f(); while($a);
for($i=0,$j=1;$i<10;$i++,$j--) f($i);
for(;;) { break; }
for($i=0;$i<1;$i++);
foreach($a as $k=>&$v) echo $k,$v;
foreach($a as list($x,,$y)) f($x,$y);
foreach($a as ['k'=>$x]): f(); endforeach;
switch($a){case 1; f(); break; case 2: case 3: { g(); } default: h(); }
try{f();}catch(A|B $e){g();}finally{h();}
return match(TRUE){$a,$b=>1,default=>throw new E,};
}
function values($x)
{
$n=0X1F+1.50+.5+1E+5+1_000+0777+10.0e03;
$s="plain".'single'.'say "hi"'."it's".'it\'s'."tab\t".'no\t'."\$x"."\x41\u{1F600}";
$t="a $x b {$x->y['k']} c $x[k] $x->y ${x}"; 
$h=<<<EOT
    Hello $x,
      indented {$x->y()}

    bye\n
    EOT;
$w = <<<'RAW'
  raw $x
    \n
  RAW;
list($a,,$b)=$x; [$a,$b,]=$x; list('k'=>$a)=$x;
$l=$a<>$b && !($a instanceof B); f() or g() and h();
$c=(boolean)$a.(integer) $b.(double)$c;
$o=new Foo; $p=new class{public $z=1;}; $q=(new Foo)->bar()?->baz;
$f=function() use($a,&$b){return 1;}; $g=static fn($x)=>($x+1)*2; $i=strlen(...);
$r=($a&&$b)||$c; $r=$a.($b.$c); $r=$a?:$b; $r=$a?($b?1:2):3; $r=-(-$a); $r=$a??$b??$c;
print("x"); echo("x"); include('x.php'); return (f(a:1,b:2,));
}
function &statements(){
global $x,$y; static $z=1,$w; unset($x,$y);
$x=&$y; $x=@$y; $x=`ls $y`; $x=clone($y); A::$b[1]=A::C; $o->{$x}=1; $o->$x=2;
yield; yield $a=>$b; yield from f(); ++$x; $x--; exit;
}
}
interface Drawable extends A,B{const X=1;function draw();}
enum Suit:string{case Hearts='H';case Spades="S";public static function f():self{return self::Hearts;}}
function page($items){ ?>
<ul class="list">
<?php foreach($items as $item): ?>
<li><?=$item?></li>
<?php endforeach; ?>
</ul>
<?php }
