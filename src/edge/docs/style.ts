/** Style sheet of the page. Text colours have a contrast of at least 4.5 to 1, in the light and in the dark scheme. */
export const STYLE = `:root {
  color-scheme: light dark;
  --ground: light-dark(#fff, #14161a);
  --raised: light-dark(#f3f4f6, #1f2329);
  --line: light-dark(#c9cdd3, #3d434c);
  --text: light-dark(#1a1d21, #e6e8eb);
  --muted: light-dark(#4d545d, #b3bac4);
  --link: light-dark(#0b57b5, #8ab8ff);
  --get: light-dark(#0b57b5, #8ab8ff);
  --post: light-dark(#116329, #6fdd8b);
  --put: light-dark(#7d4e00, #f0b849);
  --delete: light-dark(#b3261e, #ff9a92);
  font: 16px/1.5 system-ui, sans-serif;
  scroll-padding-top: 8rem;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { position: relative; margin: .25rem 0 1rem; padding: .75rem; background: var(--raised); border-radius: .375rem; white-space: pre-wrap; }
pre code { font-size: .8125rem; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; z-index: 2; padding: .5rem; background: var(--ground); }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
  padding: .625rem 1rem; background: var(--ground); border-bottom: 1px solid var(--line); }
header strong { margin-right: auto; }
header p, header fieldset { display: flex; gap: .75rem; margin: 0; padding: 0; border: 0; }
header legend { float: left; padding: 0; margin-right: .75rem; color: var(--muted); }
input[type=search] { font: inherit; width: 10rem; max-width: 100%; padding: .25rem .5rem; color: inherit;
  background: var(--ground); border: 1px solid light-dark(#767c85, #868e99); border-radius: .375rem; }
button { font: inherit; font-size: .8125rem; padding: .125rem .625rem; color: inherit; background: var(--ground);
  border: 1px solid light-dark(#767c85, #868e99); border-radius: .375rem; cursor: pointer; }
pre button { position: absolute; top: .5rem; right: .5rem; }
.columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); max-width: 90rem; margin: 0 auto; }
nav { position: sticky; top: 4rem; align-self: start; max-height: calc(100vh - 4rem); overflow-y: auto; padding: 1rem; font-size: .875rem; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li li a { display: block; padding: .125rem 0 .125rem .75rem; color: var(--muted); overflow-wrap: anywhere; }
nav summary { padding: .25rem 0; cursor: pointer; }
main { padding: 1rem 1.5rem 6rem; }
h1 { font-size: 1.75rem; line-height: 1.25; margin: .5rem 0; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.375rem; }
.introduction h2 { font-size: 1.125rem; margin: 1.5rem 0 .25rem; }
.introduction p { max-width: 48rem; }
.operation, .schema { border: 1px solid var(--line); border-radius: .5rem; margin: .5rem 0; }
.operation > summary, .schema > summary { padding: .625rem .875rem; cursor: pointer; }
.operation > summary span { color: var(--muted); }
.operation > div, .schema > div { padding: 0 .875rem .875rem; border-top: 1px solid var(--line); }
summary h3 { display: inline; font-size: 1rem; margin-right: .75rem; }
.method { display: inline-block; min-width: 4rem; font: 700 .8125rem/1.5 ui-monospace, monospace; }
.operation > summary .get { color: var(--get); } .operation > summary .post { color: var(--post); }
.operation > summary .put { color: var(--put); } .operation > summary .delete { color: var(--delete); }
h4 { font-size: .9375rem; margin: 1.25rem 0 .25rem; }
dl { margin: .25rem 0 .75rem; }
dt { padding-top: .375rem; }
dt span { color: var(--muted); font-size: .875rem; }
dd { margin: 0 0 0 1rem; padding-bottom: .25rem; }
dd p, .kind { margin: 0; }
dd dl { border-left: 2px solid var(--line); padding-left: .75rem; }
body:has(#curl:checked) .sample:not(.curl), body:has(#javascript:checked) .sample:not(.javascript),
body:has(#python:checked) .sample:not(.python), [hidden] { display: none; }
@media (max-width: 55rem) {
  .columns { display: block; }
  header, nav { position: static; max-height: none; }
  :root { scroll-padding-top: 4rem; }
  main { padding: 1rem 1rem 4rem; }
}
@media print { header, nav { display: none; } }
`
