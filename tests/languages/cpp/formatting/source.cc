#include "zebra.h"
#include <vector>
#include <algorithm>

#include "alpha.h"
#include <map>

#define   SQUARE(x)   ((x)*(x))
#define CHECK(c) do{if(!(c))fail(#c,__FILE__,__LINE__);}while(false)

using std::vector;
using std::map;
using std::map;

namespace app{namespace detail{

/// A documentation that is so long that a formatter has to break it, for it goes far beyond the eightieth column.
template<typename T,typename U=int>class Pair:public Base<T>,private detail::Node<U>{
int hidden_=0;
public:
Pair(T first,U second):first_(first),second_{second}{}
explicit Pair(const Pair&)=delete;
virtual~Pair()=default;
template<class V>auto as(V&&v)const&->decltype((v)){return static_cast<V>(v);}
bool operator==(const Pair&o)const noexcept{return first_==o.first_&&second_==o.second_;}
T&operator[](size_t i){return items_[i];}
operator bool()const;
static constexpr int kMax=1'000'000;
[[nodiscard]]virtual int size()const=0;
friend std::ostream&operator<<(std::ostream&out,const Pair&pair);
private:
T first_;U second_;
std::map<std::string,std::vector<std::pair<int,int> > > items_;
enum class State:unsigned{Open,Closed=2,};
};

struct Options{int a=1,b{2};bool c:1;union{int i;float f;};};

template<>struct Traits<int>{static const bool value=true;};

int sum(const std::vector<int>&numbers,int start=- 1)
{
using std::swap;
using std::begin;
int total=start;
for(auto&n:numbers)total+=n;
for(int i=0;i<10;++i){if(i%2)continue;else break;}
if(auto it=numbers.begin();it!=numbers.end())total+=*it;
auto add=[&total,start](int x)mutable->int{return total+=x+start;};
std::sort(numbers.begin(),numbers.end(),[](int a,int b){return a<b;});
try{add(1);}catch(const std::exception&e){throw;}catch(...){delete[]pointer;}
switch(total){case 1:{return 1;}default:break;}
while(total>0)--total;
auto text=R"(raw   text)";
log("this message is long enough that the formatter has to cut it in two pieces at the eightieth column", total);
auto made=new Options{.a=1,.b=2};
if constexpr(sizeof(int)==4)return(total);
return total?static_cast<int>(total):- total;
}

}}

extern "C"{
int app_run(int argc,char**argv);
}

const char*const names[]={"red","green","blue",};
template<typename...Args>void print(Args&&...args){(std::cout<<...<<args);}
template<class T>concept Small=requires(T t){{t.size()}->std::same_as<int>;}&&sizeof(T)<8;
EXPORT_API void exported(int a,int*b,int&c);
Pair<int>::operator bool()const{return true;}
