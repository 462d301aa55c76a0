/**
 * NetEase Yidun in the browser: `initNECaptcha(cfg, onload(instance), onerror(error))`. After a wrong attempt it calls
 * `onVerify` with error 300 and draws a new challenge. Unless `defaultFallback` is false, an outage passes every attempt
 * with a public constant, which a server must refuse.
 */
import { scriptOf } from './browser/widget.ts';

export const NETEASE_SCRIPT = '/load.min.js';
const NETEASE_FALLBACK = 'fallback_public_constant_of_the_vendor';

export const neteaseScript = scriptOf(String.raw`
  var home = cameFrom('${NETEASE_SCRIPT}');
  var messages = { 100: 'script error', 200: 'business error', 300: 'unpass', 432: 'invalid captchaId', 500: 'request error', 501: 'api error', 504: 'timeout' };

  function problem(code) { return { code: Number(code), message: messages[code] || 'error', data: {} }; }
  function nothing() {}

  window.initNECaptcha = function (cfg, onload, onerror) {
    var parent = place(cfg.element), pops = cfg.mode === 'popup' || cfg.mode === 'bind';
    var onVerify = cfg.onVerify || nothing, onClose = cfg.onClose || nothing, token = '', validate = '', begun = false, button = null;
    onload = onload || nothing;
    onerror = onerror || nothing;
    if (!cfg.captchaId) return void setTimeout(function () { onerror(problem(432)); }, 0);
    if (!parent && cfg.mode !== 'bind' && cfg.mode !== 'popup') return void setTimeout(function () { onerror(problem(200)); }, 0);

    var captcha = challenge({
      lang: cfg.lang, width: width(cfg.width), popup: pops, maskCloses: cfg.enableClose,
      fetch: function (done) {
        ask(home + '/api/v3/get', { id: cfg.captchaId, version: '2.0', type: 2 }, cfg.timeout || 6000, function (answer, outcome) {
          if (!answer) return done(undefined, outcome === 'timeout' ? 504 : 500);
          if (answer.error) return done(undefined, answer.error);
          token = answer.data.token;
          done(answer.data);
        });
      },
      submit: function (value, done) {
        ask(home + '/api/v3/check', { id: cfg.captchaId, token: token, data: value }, cfg.timeout || 6000, function (answer, outcome) {
          if (!answer) return done(undefined, outcome === 'timeout' ? 504 : 500);
          if (answer.error) return done(undefined, answer.error);
          validate = answer.data.validate;
          done(answer.data.result ? 'pass' : 'wrong');
        });
      },
      onReady: function () {
        begun = true;
        onload(instance);
        if (cfg.onReady) cfg.onReady(instance);
      },
      onPass: function () {
        if (button) button.passed();
        onVerify(null, { validate: validate });
      },
      onWrong: function () { onVerify(problem(300)); },
      onError: function (code) {
        /* What the vendor's own fallback script does. */
        if (cfg.defaultFallback !== false && Number(code) >= 500) {
          if (!begun) onload(instance);
          begun = true;
          captcha.hide();
          return onVerify(null, { validate: '${NETEASE_FALLBACK}' });
        }
        if (begun) onVerify(problem(code));
        else onerror(problem(code));
      },
      onClose: onClose
    });
    var instance = {
      refresh: function () { captcha.fetch(); },
      destroy: function () {
        captcha.destroy();
        if (button) button.node.parentNode.removeChild(button.node);
        button = null;
      },
      popUp: function () { captcha.open(); },
      verify: function () { captcha.open(); },
      close: function () { captcha.close(); }
    };
    if (cfg.mode === 'embed' || (!pops && cfg.mode !== 'float')) captcha.embed(parent);
    if (cfg.mode === 'float') button = opener(cfg.lang, width(cfg.width), parent, function () { captcha.embed(parent); });
    captcha.fetch();
  };
`);
