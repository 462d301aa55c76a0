/**
 * The script of the embedded WeChat sign-in. `new WxLogin({id, appid, scope, redirect_uri, state, self_redirect, style,
 * href})` puts a frame of 300 by 400 with the sign-in page into the element `id`; `redirect_uri` comes encoded, as it does
 * with the real script, and is put into the URL as it is. The frame's page is of the script's origin.
 */
export const wxLoginScript = `(function () {
  var source = document.currentScript && document.currentScript.src;
  var base = source ? source.slice(0, source.indexOf('/connect/zh_CN/')) : '';
  window.WxLogin = function (options) {
    var self = options.self_redirect === true ? 'true' : options.self_redirect === false ? 'false' : 'default';
    var address = base + '/connect/qrconnect?appid=' + options.appid + '&scope=' + options.scope +
      '&redirect_uri=' + options.redirect_uri + '&state=' + (options.state || '') +
      '&login_type=jssdk&self_redirect=' + self;
    if (options.style) address += '&style=' + options.style;
    if (options.href) address += '&href=' + options.href;
    var frame = document.createElement('iframe');
    frame.src = address;
    frame.title = 'WeChat';
    frame.width = '300px';
    frame.height = '400px';
    frame.setAttribute('frameborder', '0');
    frame.setAttribute('scrolling', 'auto');
    frame.setAttribute('allowtransparency', 'true');
    var place = document.getElementById(options.id);
    place.innerHTML = '';
    place.appendChild(frame);
  };
})();
`;
