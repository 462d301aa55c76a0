/**
 * The one inline script of a document, under the answer's nonce. It loads a script or style sheet that failed
 * once more from a fresh address; if that fails too, it shows a message with a button.
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

/** Hidden in the document until then. */
export const failedBox = (told: string, button: string): string =>
  `<p id="failed" role="alert" hidden>${told} <button>${button}</button></p>`;
