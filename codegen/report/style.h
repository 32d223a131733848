#pragma once

namespace hlo2c::codegen {

/// The style sheet of the report.
inline constexpr const char* report_style = R"(
:root{color-scheme:light dark;--back:#fbfbfa;--card:#fff;--ink:#1d2126;--soft:#667079;--line:#e3e5e8;--bar:#3b73c6;
--c:#71808c;--k:#8a3fa0;--n:#a4511a;--s:#2c7a4b;--fill:78%;--edge:55%;--name:#1d2126}
@media(prefers-color-scheme:dark){:root{--back:#15181c;--card:#1c2026;--ink:#e4e7ea;--soft:#96a0aa;--line:#30363d;
--bar:#5b93e6;--c:#8593a0;--k:#c792ea;--n:#e2a06c;--s:#86c99a;--fill:34%;--edge:55%;--name:#f0f2f4}}
*{box-sizing:border-box}
body{margin:0;background:var(--back);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1240px;margin:0 auto;padding:28px 24px 80px}
h1{font-size:27px;margin:0;letter-spacing:-.01em}h2{font-size:19px;margin:44px 0 10px}h3{font-size:16px;margin:24px 0 8px}
p{margin:6px 0}a{color:var(--bar);text-decoration:none}a:hover{text-decoration:underline}
.soft{color:var(--soft)}nav{margin:12px 0 0;display:flex;flex-wrap:wrap;gap:4px 18px}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(150px,1fr));gap:12px;margin:22px 0 0}
.facts div{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:10px 14px}
.facts b{display:block;font-size:20px;font-weight:600}.facts span{color:var(--soft);font-size:13px}
.card{background:var(--card);border:1px solid var(--line);border-radius:8px;overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th{text-align:left;font-weight:600;color:var(--soft);font-size:12.5px}
th,td{padding:6px 12px;border-bottom:1px solid var(--line);vertical-align:top}tr:last-child td{border-bottom:0}
.r{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
code,pre,.m{font-family:ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;font-size:12.5px}
.bar{display:block;height:4px;margin-top:3px;border-radius:2px;background:var(--bar)}
.map{display:block;width:100%;height:auto;padding:6px}.map text{font:11.5px system-ui,sans-serif;fill:var(--name)}
.map .axis{fill:var(--soft);font-variant-numeric:tabular-nums}.grid{stroke:var(--line);fill:none}
.buffer rect{fill:hsl(var(--h) 55% var(--fill));stroke:hsl(var(--h) 45% var(--edge));stroke-width:.8}
.buffer text{pointer-events:none}.buffer:hover rect{stroke:var(--ink);stroke-width:2}
.live{fill:none;stroke:var(--ink);stroke-width:1.4;stroke-dasharray:4 3;pointer-events:none}
details{background:var(--card);border:1px solid var(--line);border-radius:8px;margin:10px 0}
summary{cursor:pointer;padding:9px 14px;font-weight:600}.ports{overflow-x:auto;border-top:1px solid var(--line)}summary .soft{font-weight:400;margin-left:10px}
.kernel{display:grid;grid-template-columns:minmax(230px,320px) minmax(0,1fr);border-top:1px solid var(--line)}
@media(max-width:820px){.kernel{grid-template-columns:minmax(0,1fr)}}
.about{padding:12px 14px;border-right:1px solid var(--line);font-size:13px;overflow-wrap:anywhere}
.about dt{color:var(--soft);margin-top:9px}.about dt:first-child{margin-top:0}.about dl,.about dd{margin:0}
pre{margin:0;padding:12px 14px;overflow:auto;max-height:640px;line-height:1.45;tab-size:4}
pre i{font-style:normal}.c{color:var(--c)}.k{color:var(--k)}.n{color:var(--n)}.s{color:var(--s)}
.graph{display:flex}.flow{flex:none;margin:8px 0 8px 14px}.flow path{fill:none;stroke-width:1.6}
.flow path{stroke:hsl(var(--h) 45% var(--edge))}.flow circle{fill:hsl(var(--h) 55% var(--edge))}
.steps{flex:1;margin:8px 0;padding:0 14px 0 52px;font-size:13.5px}
.steps li{height:26px;line-height:26px;white-space:nowrap;padding-left:calc(22px*var(--d))}
.steps li::marker{color:var(--soft);font-variant-numeric:tabular-nums}.steps .caption{list-style:none}
)";

}  // namespace hlo2c::codegen
