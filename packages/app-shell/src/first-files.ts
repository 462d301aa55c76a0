/**
 * The inline script of every document, which runs under the answer's nonce. It reloads a script or style sheet of the
 * document that fails to load, once and at a fresh address; the document's own files, and no others, have an integrity. If that fails too, or a file has not come after 120000 ms
 * (specification, section 9), it shows the message of `failedBox` and throws the error of the loader (section 8) with the
 * number that the file's name begins with.
 */
export const guard = `{const f=(e,t)=>{
let s=e.target,k=s.src?"src":"href",n;
if(s.ok||s.late||!s.integrity)return;
if(t||s.again){
s.ok=1;
n=document.getElementById("failed");
n.hidden=false;
n.lastChild.onclick=()=>location.reload();
n=Error("Loading chunk "+/(\\d+)[^/]*$/.exec(s[k])[1]+" failed");
n.name="ChunkLoadError";
throw n}
n=document.createElement(s.tagName);
for(let a of s.attributes)n.setAttribute(a.name,a.value);
n.nonce=s.nonce;
n.async=false;
n.again=1;
n[k]=s[k]+"?"+Date.now();
s.replaceWith(n);
setTimeout(f,12e4,{target:n},1)};
addEventListener("error",f,true);
document.addEventListener("load",e=>e.target.ok=1,true);
setTimeout(()=>document.querySelectorAll("[integrity]").forEach(s=>s.again||f({target:s},1)),12e4)}`.replaceAll(
  '\n',
  '',
);

/** The message of a failed load with its reload button, hidden until the guard shows it. */
export const failedBox = (message: string, button: string): string =>
  `<p id="failed" role="alert" hidden>${message} <button>${button}</button></p>`;

/**
 * An inline script in the syntax of ECMAScript 3, apart from the guard, which old browsers cannot parse. It shows the hint above
 * it in a browser older than those that the build is for, recognised by a function that came shortly before them.
 */
export const oldBrowser = '"".replaceAll||(document.getElementById("old").hidden=false)';

/**
 * What a browser without scripts shows, and what `oldBrowser` shows. The latter is hidden by its attribute rather than by the
 * style sheet: a page whose style sheet is late or missing must not call the browser old.
 */
export const hintBoxes = (noScript: string, old: string): string =>
  `<noscript><p class="hint">${noScript}</p></noscript><p class="hint" id="old" hidden>${old}</p>`;
