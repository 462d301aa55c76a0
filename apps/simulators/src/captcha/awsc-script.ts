/**
 * Aliyun's AWSC in the browser: `AWSC.use('nc' | 'ic', (state, module) => module.init({...}))`. `nc` is a slider to be
 * dragged to its end; `ic` a button.
 */
import { scriptOf } from './browser/widget.ts';

export const AWSC_SCRIPT = '/AWSC/AWSC/awsc.js';

export const awscScript = scriptOf(String.raw`
  var home = cameFrom('${AWSC_SCRIPT}');

  function pixels(given) { return given === undefined ? undefined : typeof given === 'number' || /^\d+$/.test(given) ? given + 'px' : String(given); }

  function init(kind) {
    return function (cfg) {
      var parent = place(cfg.renderTo), csid = '', result = null;
      var token = [cfg.appkey, Date.now(), Math.random()].join(':');
      function call(name, given) { if (typeof cfg[name] === 'function') cfg[name](given); }
      if (!parent) {
        setTimeout(function () { call('error', 'renderTo'); }, 0);
        return { reset: function () {}, hide: function () {}, show: function () {} };
      }
      var captcha = challenge({
        lang: cfg.language, width: pixels(cfg.width), height: pixels(cfg.height), plain: true,
        fetch: function (done) {
          ask(home + '/nocaptcha/initialize.jsonp', { a: cfg.appkey, t: token, scene: cfg.scene }, 10000, function (answer, outcome) {
            if (!answer) return done(undefined, outcome === 'timeout' ? 'timeout' : '500');
            if (!answer.success) return done(undefined, answer.result.code);
            csid = answer.result.csid;
            done(answer.result);
          });
        },
        submit: function (value, done) {
          ask(home + '/nocaptcha/analyze.jsonp', { a: cfg.appkey, t: token, scene: cfg.scene, csid: csid, n: value }, 10000, function (answer, outcome) {
            if (!answer) return done(undefined, outcome === 'timeout' ? 'timeout' : '500');
            if (!answer.success) return done(undefined, answer.result.code);
            result = answer.result;
            done(result.code === 0 ? 'pass' : 'wrong');
          });
        },
        onPass: function () {
          if (button) button.passed();
          call('success', { sessionId: result.csessionid, sig: result.value, token: token });
        },
        onWrong: function () { call('fail', result.code); },
        onError: function (code) { call('error', code); }
      });
      var button = null;
      if (kind === 'ic') {
        button = opener(cfg.language, pixels(cfg.width), parent, function () {
          captcha.embed(parent);
          captcha.view.handle.focus();
        });
      } else captcha.embed(parent);
      captcha.fetch();
      function display(value) {
        captcha.view.root.style.display = value;
        if (button) button.node.style.display = value;
      }
      return {
        reset: function () {
          token = [cfg.appkey, Date.now(), Math.random()].join(':');
          if (button) button.again();
          captcha.fetch();
        },
        hide: function () { display('none'); },
        show: function () { display(''); }
      };
    };
  }

  window.AWSC = {
    use: function (name, done) {
      var settled = false;
      function tell(state, module) {
        if (settled) return;
        settled = true;
        done(state, module);
      }
      if (name !== 'nc' && name !== 'ic') return void setTimeout(function () { tell('fail'); }, 0);
      load(home + '/AWSC/' + name + '.js', 10000, function (outcome) {
        if (outcome === 'loaded') tell('loaded', { init: init(name) });
        else tell(outcome === 'timeout' ? 'timeout' : 'fail');
      });
    }
  };
`);
