/**
 * GeeTest's version 3 in the browser: the loader (`initGeetest`, which gets the URL of the rest from gettype.php) and the rest
 * (`Geetest`, the instance). The loader's failures go to `cfg.onError(text)`, the instance's to `onError({...})`.
 */
import { scriptOf } from './browser/widget.ts';

export const GEETEST_LOADER = '/static/js/gt.0.5.0.js';
export const GEETEST_SLIDE = '/static/js/slide.7.9.2.js';

export const geetestLoader = scriptOf(String.raw`
  var home = cameFrom('${GEETEST_LOADER}');
  /* As in the real loader, a failure stays until the page is loaded anew. */
  var status = 'none', waiting = [];

  function settle(next) {
    status = next;
    var settled = waiting;
    waiting = [];
    settled.forEach(function (each) { each(); });
  }
  function begin(server) {
    status = 'loading';
    ask(server + '/gettype.php', { gt: begin.gt }, begin.timeout, function (answer) {
      if (!answer || answer.status !== 'success') return settle('fail');
      load(answer.data.static_servers[0] + answer.data[answer.data.type], begin.timeout, function () {
        settle(window.Geetest ? 'loaded' : 'fail');
      });
    });
  }

  window.initGeetest = function (given, callback) {
    var cfg = Object.assign({ product: 'popup', timeout: 30000 }, given);
    cfg.server = cfg.api_server ? (/^https?:/.test(cfg.api_server) ? '' : location.protocol + '//') + cfg.api_server.replace(/\/$/, '') : home;
    function finish() {
      if (status === 'loaded') return callback(new window.Geetest(cfg));
      if (typeof cfg.onError === 'function') cfg.onError('networkError');
      else throw new Error('networkError');
    }
    if (status === 'loaded' || status === 'fail') return void setTimeout(finish, 0);
    waiting.push(finish);
    if (status === 'none') {
      begin.gt = cfg.gt;
      begin.timeout = cfg.timeout;
      begin(cfg.server);
    }
  };
`);

export const geetestSlide = scriptOf(String.raw`
  var names = ['onReady', 'onNextReady', 'onSuccess', 'onFail', 'onError', 'onClose'];

  function fault(code, text) { return { error_code: code, code: code, msg: text, user_error: '网络不给力' }; }

  window.Geetest = function (cfg) {
    var self = this, listeners = {}, full = cfg.challenge, validate = false, fresh = true, ready = false, button = null, form = null;
    names.forEach(function (name) {
      self[name] = function (listener) {
        (listeners[name] = listeners[name] || []).push(listener);
        /* A late listener is called too. */
        if (name === 'onReady' && ready) setTimeout(listener, 0);
        return self;
      };
    });
    function tell(name, given) { (listeners[name] || []).forEach(function (listener) { listener(given); }); }

    var floats = cfg.product === 'float';
    var captcha = challenge({
      lang: cfg.lang || 'zh-cn', width: width(cfg.next_width || cfg.width), popup: !floats, maskCloses: !cfg.hideClose,
      fetch: function (done) {
        /* The first is got; any further one is a refresh of the same challenge. */
        var call = fresh ? 'get.php' : 'refresh.php';
        fresh = false;
        validate = false;
        if (cfg.offline) return void setTimeout(function () { done(undefined, fault('error_113', 'offline')); }, 0);
        ask(cfg.server + '/' + call, { gt: cfg.gt, challenge: full, lang: cfg.lang || 'zh-cn', type: 'slide' }, cfg.timeout, function (answer) {
          if (!answer) return done(undefined, fault('error_104', call));
          if (answer.status !== 'success') return done(undefined, fault(answer.error_code, answer.error));
          full = answer.data.challenge;
          done(answer.data);
          if (call === 'refresh.php') tell('onNextReady');
        });
      },
      submit: function (value, done) {
        ask(cfg.server + '/ajax.php', { gt: cfg.gt, challenge: full, userresponse: value }, cfg.timeout, function (answer) {
          if (!answer) return done(undefined, fault('error_105', 'ajax.php'));
          if (answer.status !== 'success') return done(undefined, fault(answer.error_code, answer.error));
          if (answer.data.result === 'success') {
            validate = { geetest_challenge: full, geetest_validate: answer.data.validate, geetest_seccode: answer.data.validate + '|jordan' };
            fill();
          }
          done(validate ? 'pass' : 'wrong');
        });
      },
      onReady: function () { ready = true; tell('onReady'); },
      onPass: function () { if (button) button.passed(); tell('onSuccess', true); },
      onWrong: function () { tell('onFail'); },
      onError: function (error) { tell('onError', error); },
      onClose: function () { tell('onClose'); }
    });
    function fill() {
      if (!form) return;
      for (var name in validate) {
        (form.querySelector('input[name=' + name + ']') || element('input', { type: 'hidden', name: name }, {}, form)).value = validate[name];
      }
    }

    self.appendTo = function (target) {
      var parent = place(target);
      if (!parent || cfg.product === 'bind') return self;
      button = opener(cfg.lang, width(cfg.width), parent, function () {
        if (floats) captcha.embed(parent);
        else captcha.open();
      });
      return self;
    };
    self.bindForm = function (target) {
      form = place(target);
      return self;
    };
    self.verify = function () { captcha.open(); };
    self.getValidate = function () { return validate; };
    self.reset = function () {
      validate = false;
      if (button) button.again();
      captcha.fetch();
    };
    self.destroy = function () {
      captcha.destroy();
      if (button) button.node.parentNode.removeChild(button.node);
      listeners = {};
    };
    captcha.fetch();
  };
`);
