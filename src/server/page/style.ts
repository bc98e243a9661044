/** /live.css and /icon.svg: light and dark by the reader's choice, one column on a telephone, two on a desk. */
export const STYLE = `
:root{color-scheme:light dark;--ink:#1d2733;--dim:#566271;--line:#dfe4ea;--soft:#eef1f4;--paper:#fbfaf7;--card:#fff;--accent:#8a5f00;--add:#1d6b3c;--upd:#7a5200;--del:#a32420;--none:#56616e;--spark:#d9a32b}
@media (prefers-color-scheme:dark){:root{--ink:#e7ebf0;--dim:#9ca8b6;--line:#2c3540;--soft:#222b36;--paper:#12171d;--card:#19202a;--accent:#e3b04b;--add:#6fce93;--upd:#e3b04b;--del:#f28b82;--none:#a3afbd;--spark:#b8862b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:84rem;padding:1.25rem 1.5rem 2rem;font:15px/1.45 system-ui,-apple-system,"Segoe UI",sans-serif;color:var(--ink);background:var(--paper);overflow-wrap:break-word}
a{color:var(--accent)}a:focus-visible,select:focus-visible,button:focus-visible,.wide:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code{font-size:.92em;word-break:break-all}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap;margin:0}
header{display:flex;flex-wrap:wrap;align-items:baseline;gap:.2rem 1rem;border-bottom:2px solid var(--accent);padding-bottom:.35rem;margin-bottom:1.1rem}
.brand{margin:0;font-weight:700;letter-spacing:.04em}.brand a{text-decoration:none}
h1{margin:0;font-size:1.5rem;line-height:1.2;min-width:0;overflow-wrap:anywhere}
.state{margin:0;color:var(--dim)}.state::before{content:"";display:inline-block;width:.6em;height:.6em;border-radius:50%;margin-right:.45em;background:var(--none)}
.state.running::before{background:var(--spark);animation:breathe 2s ease-in-out infinite}.state.finished::before{background:var(--add)}.state.failed::before,.state.cut-off::before,.state.paused::before{background:var(--del)}
@keyframes breathe{50%{opacity:.35}}
.choice{margin-left:auto;color:var(--dim)}.choice select,.choice button{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.35rem;padding:.15rem .4rem;max-width:14rem}
.controls{display:none;gap:.5rem;margin:0 0 .8rem}.live .controls{display:flex}.controls:empty{display:none}.controls button{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.35rem .9rem;cursor:pointer}
h2{font-size:.95rem;font-weight:650;margin:1.5rem 0 .45rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(11.5rem,1fr));gap:.75rem}
.cards>div{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .9rem;position:relative;min-width:0}
.cards h3{margin:0;color:var(--dim);font-weight:500;font-size:.88rem}
.value{margin:.05rem 0;font-size:1.75rem;line-height:1.25;font-weight:650;font-variant-numeric:tabular-nums}
.more{margin:0;color:var(--dim);font-size:.85rem;font-variant-numeric:tabular-nums}
.spark{position:absolute;right:.9rem;top:2rem;width:45%;height:1.9rem}.spark polyline{fill:none;stroke:var(--spark);stroke-width:1.5;vector-effect:non-scaling-stroke;stroke-linejoin:round}
.run{display:grid;grid-template-columns:repeat(auto-fit,minmax(6.2rem,1fr));margin:0;border:1px solid var(--line);border-radius:.5rem;background:var(--card);overflow:hidden}
.run div{padding:.45rem .9rem;box-shadow:1px 1px 0 var(--line)}.run dt{color:var(--dim);font-size:.85rem}
.run dd{margin:0;font-size:1.15rem;font-weight:600;font-variant-numeric:tabular-nums}.run .Add dd{color:var(--add)}.run .Upd dd{color:var(--upd)}.run .Del dd{color:var(--del)}.run .held dd,.run .suspected dd{color:var(--upd)}.run dd.zero{color:var(--dim);font-weight:500}
.columns{display:grid;gap:0 1.25rem;grid-template-columns:minmax(0,1fr)}
@media (min-width:62rem){.columns{grid-template-columns:minmax(0,1.75fr) minmax(0,1fr)}}
.wide{overflow-x:auto;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}
table{border-collapse:collapse;width:100%;font-size:.9rem}
th,td{padding:.34rem .75rem;text-align:left;border-bottom:1px solid var(--line);vertical-align:top}
tbody tr:last-child>*{border-bottom:0}thead th{color:var(--dim);font-weight:500;background:var(--soft)}tbody th{font-weight:500}
.n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.when{text-align:right;white-space:nowrap;color:var(--dim);font-variant-numeric:tabular-nums}
.what{min-width:9rem;overflow-wrap:anywhere}.what a{color:inherit;text-decoration-color:var(--line);text-underline-offset:.2em}.what a:hover{text-decoration-color:currentColor}
.url{display:block;color:var(--dim);font-size:.92em;overflow-wrap:anywhere}.why{color:var(--dim)}
.changes{table-layout:fixed}.changes th:nth-child(1){width:6.6rem}.changes th:nth-child(3){width:9.5rem}.changes th:nth-child(4){width:5.6rem}
.changes .what a,.changes .url,.changes .why{display:block;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.changes td.why{display:table-cell}
.tables th{white-space:nowrap}.tables td{width:9rem}.about{margin:0 0 .5rem;color:var(--dim)}.rows td{max-width:22rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.rows td.null{color:var(--dim)}.rows th{white-space:nowrap}
.sites th,.sites td{white-space:nowrap}.sites .robots{color:var(--dim)}
.op{display:inline-block;width:5.4em;text-align:center;padding:0 .45em;border-radius:.3em;background:var(--soft);font-size:.92em;white-space:nowrap}
.op.Add{color:var(--add)}.op.Upd{color:var(--upd)}.op.Del{color:var(--del)}.op.None{color:var(--none)}
.fresh td{animation:fresh 2.5s ease-out}@keyframes fresh{from{background:color-mix(in srgb,var(--spark) 22%,transparent)}}
.bars{list-style:none;margin:0;padding:0;display:grid;gap:.25rem}.bars li{display:grid;grid-template-columns:5rem 1fr 3.5rem;gap:.75rem;align-items:center}.bars meter{width:100%;height:.85rem;-webkit-appearance:none;appearance:none;background:var(--soft);border:0;border-radius:.3rem}.bars meter::-webkit-meter-inner-element{display:block;height:.85rem}.bars meter::-webkit-meter-bar{background:var(--soft);border:0;border-radius:.3rem;height:.85rem}.bars meter::-webkit-meter-optimum-value{background:var(--spark);border-radius:.3rem}.bars meter::-moz-meter-bar{background:var(--spark);border-radius:.3rem}.bars b{text-align:right;font-weight:500;font-variant-numeric:tabular-nums}
.empty,.quiet{color:var(--dim);margin:.5rem 0}.quiet{font-size:1.05rem}
footer{margin-top:2rem;padding-top:.6rem;border-top:1px solid var(--line);color:var(--dim);font-size:.88rem;display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem}footer p{margin:0}nav a{margin-right:.9rem}
.api h3{font-family:ui-monospace,monospace;font-size:.95rem;overflow-wrap:anywhere;margin:1.1rem 0 .2rem;font-weight:500}.api h3 b{color:var(--accent)}.api p{margin:.15rem 0}.api .group{font-family:inherit;font-size:1.15rem;border-bottom:1px solid var(--line);margin-top:2rem;text-transform:capitalize}.api pre{background:var(--card);border:1px solid var(--line);border-radius:.5rem;padding:.7rem .9rem;overflow-x:auto}.api dl{display:grid;grid-template-columns:max-content 1fr;gap:.1rem 1rem;margin:.3rem 0 0;font-size:.9rem}.api dd{margin:0;color:var(--dim)}
mark{background:color-mix(in srgb,var(--spark) 30%,transparent);color:inherit;border-radius:.15em;padding:0 .08em}
.box{display:flex;flex-wrap:wrap;gap:.5rem;margin-bottom:.6rem}.box input[type=search]{flex:1 1 16rem;min-width:0}.box input,.box select,.box button{font:inherit;color:var(--ink);background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.45rem .7rem}.box input:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.hits{margin:0;padding:0;list-style:none}.hits li{margin:0 0 1.15rem;overflow-wrap:anywhere}.hits h2{margin:0;font-size:1.08rem}.hits p{margin:.15rem 0}.hits a{text-underline-offset:.2em}.pages a{margin-right:1rem}
.facet h2{margin-top:.4rem}.facet ul{list-style:none;margin:0 0 .9rem;padding:0}.facet li{display:flex;justify-content:space-between;gap:1rem;font-size:.92rem;padding:.08rem 0;overflow-wrap:anywhere}.facet b{font-weight:500;color:var(--dim);font-variant-numeric:tabular-nums}
@media (max-width:36rem){body{padding:.9rem .9rem 1.5rem}.cards{grid-template-columns:1fr 1fr;gap:.5rem}.cards>div{padding:.55rem .7rem}.cards>div:last-child:nth-child(odd){grid-column:1/-1}.value{font-size:1.4rem}.spark{display:none}.choice{margin-left:0;width:100%}.changes td.why,.changes thead th:nth-child(3){display:none}th,td{padding:.34rem .55rem}.changes th:nth-child(1){width:5.6rem}.changes th:nth-child(4){width:4.8rem}.op{width:100%}.run{grid-template-columns:repeat(3,1fr)}.run div{padding:.4rem .7rem}}
@media (prefers-reduced-motion:reduce){*{animation:none!important;transition:none!important}}
`;

/** A sieve with a grain above it. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#9a6a00"/><path d="M6 17h20c0 5-4.500 9-10 9S6 22 6 17z" fill="#fbfaf7"/><path d="M10 20h12M12 23h8" stroke="#9a6a00" stroke-width="1.500"/><ellipse cx="16" cy="9" rx="2.600" ry="4.500" fill="#f3d48a" transform="rotate(25 16 9)"/></svg>`;
