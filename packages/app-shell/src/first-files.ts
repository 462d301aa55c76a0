/**
 * The inline script of every document, which runs under the answer's nonce. It reloads a script or style sheet of the
 * document that fails to load, once and at a fresh address; if that fails too, it shows the message of `failedBox`.
 */
export const guard = `addEventListener("error",function(e){
var s=e.target,k=s.src?"src":"href",n,b;
if(s.late||!(s.defer||s.rel=="stylesheet"))return;
if(/[?]\\d+$/.test(s[k])){
b=document.getElementById("failed");
b.hidden=false;
b.lastChild.onclick=function(){location.reload()};
return}
n=document.createElement(s.tagName);
for(var a of s.attributes)n.setAttribute(a.name,a.value);
n.nonce=s.nonce;
n.async=false;
n[k]=s[k]+"?"+Date.now();
s.after(n)},true)`.replaceAll('\n', '');

/** The message of a failed load with its reload button, hidden until the guard shows it. */
export const failedBox = (message: string, button: string): string =>
  `<p id="failed" role="alert" hidden>${message} <button>${button}</button></p>`;
