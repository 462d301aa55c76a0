/**
 * NextData (Shumei) in the browser: `initSMCaptcha(cfg, callback(instance))`. `onSuccess` is also called for wrong
 * attempts, with `pass: false`, and a new challenge is drawn.
 */
import { scriptOf } from './browser/widget.ts';

export const NEXTDATA_SCRIPT = '/pr/v1.0.4/smcp.min.js';

export const nextdataScript = scriptOf(String.raw`
  var home = cameFrom('${NEXTDATA_SCRIPT}');
  var types = { 2001: 'NETWORK_ERROR', 2002: 'SERVER_ERROR', 2003: 'PARAM_ERROR', 2004: 'INIT_ERROR', 2005: 'TIMEOUT_ERROR' };

  window.initSMCaptcha = function (cfg, callback) {
    var instance = {}, listeners = {}, rid = '', ready = false, parent = place(cfg.appendTo), pops = cfg.product === 'popup', button = null;
    ['onReady', 'onSuccess', 'onError', 'onClose'].forEach(function (name) {
      instance[name] = function (listener) {
        (listeners[name] = listeners[name] || []).push(listener);
        if (name === 'onReady' && ready) setTimeout(listener, 0);
        return instance;
      };
    });
    function tell(name, first, second) { (listeners[name] || []).forEach(function (listener) { listener(first, second); }); }
    function fail(code) {
      var type = types[code] || 'SERVER_ERROR', error = { code: Number(code), message: type };
      /* Before there is an instance to listen to, the configuration's. */
      if (listeners.onError) tell('onError', type, error);
      else if (cfg.onError) cfg.onError(type, error);
    }
    if (!cfg.organization || (!parent && !pops)) return void setTimeout(function () { fail(2003); }, 0);

    /* The real one is never narrower. */
    var wide = Math.max(300, parseInt(cfg.width, 10) || 300) + 'px';
    var captcha = challenge({
      lang: cfg.lang, width: wide, popup: pops, maskCloses: cfg.maskBindClose !== false,
      fetch: function (done) {
        ask(home + '/ca/v1/register', { organization: cfg.organization, appId: cfg.appId || 'default', model: cfg.mode || 'slide' }, 5000, function (answer, outcome) {
          if (!answer) return done(undefined, outcome === 'timeout' ? 2005 : 2001);
          if (answer.code !== 1100) return done(undefined, answer.code);
          rid = answer.detail.rid;
          done(answer.detail);
        });
      },
      submit: function (value, done) {
        ask(home + '/ca/v2/fverify', { organization: cfg.organization, rid: rid, act: value }, 5000, function (answer, outcome) {
          if (!answer) return done(undefined, outcome === 'timeout' ? 2005 : 2002);
          if (answer.code !== 1100) return done(undefined, answer.code);
          done(answer.riskLevel === 'PASS' ? 'pass' : 'wrong');
        });
      },
      onReady: function () { ready = true; tell('onReady'); },
      onPass: function () {
        if (button) button.passed();
        tell('onSuccess', { rid: rid, pass: true });
      },
      onWrong: function () { tell('onSuccess', { rid: rid, pass: false }); },
      onError: fail,
      onClose: function () { tell('onClose'); }
    });
    instance.verify = function () { captcha.open(); };
    instance.reset = function () {
      if (button) button.again();
      captcha.fetch();
    };
    instance.getResult = function () { return { rid: rid, pass: captcha.passed() }; };
    instance.destroy = function () {
      captcha.destroy();
      if (button) button.node.parentNode.removeChild(button.node);
      button = null;
      listeners = {};
    };
    if (cfg.product === 'float') button = opener(cfg.lang, wide, parent, function () { captcha.embed(parent); });
    else if (!pops) captcha.embed(parent);
    setTimeout(function () {
      callback(instance);
      captcha.fetch();
    }, 0);
  };
`);
