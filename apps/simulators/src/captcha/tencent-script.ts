/**
 * Tencent's captcha in the browser. `new TencentCaptcha(appId, callback, options)`, or with an element first: a click on it
 * opens the challenge, `{type: 'embed'}` puts it inside. The vendor's own failure is `ret` 0 with a ticket that begins with
 * `trerror_`, which can be forged.
 */
import { scriptOf } from './browser/widget.ts';

/** The scripts of versions 2.0, and 1.0 and legacy. */
const TENCENT_SCRIPTS = ['/TJCaptcha.js', '/TCaptcha.js'] as const;

const source = (path: string): string =>
  scriptOf(String.raw`
  var home = cameFrom('${path}');

  function TencentCaptcha(target, appid, callback, options) {
    if (typeof target === 'string' && typeof appid === 'function') {
      options = callback;
      callback = appid;
      appid = target;
      target = null;
    }
    /* An element alone: it says the rest by its attributes. */
    if (target && !appid) appid = target.getAttribute('data-appid');
    if (target && !callback) callback = window[target.getAttribute('data-cbfn')];
    options = options || {};
    appid = String(appid || '');
    if (!appid) throw new Error('appId is required');
    if (typeof callback !== 'function') throw new Error('callback is required');
    var self = this, embedded = Boolean(target) && options.type === 'embed', session = '', ticket = null, captcha = null;

    function tell(result) {
      callback(Object.assign({ ret: 0, ticket: '', randstr: '', appid: appid, bizState: options.bizState }, result));
    }
    function disaster(code) {
      if (captcha) captcha.hide();
      tell({
        ticket: 'trerror_' + code + '_' + appid + '_' + Math.floor(Date.now() / 1000), randstr: '@' + Math.random().toString(36).slice(2, 13),
        errorCode: Number(code), errorMessage: 'captcha error ' + code
      });
    }
    function make() {
      return challenge({
        lang: options.userLanguage, popup: !embedded, maskCloses: false,
        fetch: function (done) {
          ask(home + '/cap_union_prehandle', { aid: appid, sess: session, enableDarkMode: 0 }, 10000, function (answer, outcome) {
            if (!answer) return done(undefined, outcome === 'timeout' ? 1002 : 1004);
            if (answer.errorCode) return done(undefined, answer.errorCode);
            session = answer.sess;
            done(answer.data);
          });
        },
        submit: function (value, done) {
          ask(home + '/cap_union_new_verify', { aid: appid, sess: session, ans: value }, 10000, function (answer, outcome) {
            if (!answer) return done(undefined, outcome === 'timeout' ? 1007 : 1008);
            if (answer.errorCode > 1000) return done(undefined, answer.errorCode);
            if (answer.errorCode === 0) ticket = { ticket: answer.ticket, randstr: answer.randstr };
            done(answer.errorCode === 0 ? 'pass' : 'wrong');
          });
        },
        onReady: function () { if (typeof options.ready === 'function') options.ready({ sdkView: { width: 300, height: 260 } }); },
        onPass: function () { tell(ticket); },
        onError: disaster,
        onClose: function () { tell({ ret: 2, ticket: '', randstr: '' }); }
      });
    }

    self.show = function () {
      if (captcha && captcha.shown()) return;
      if (captcha) captcha.destroy();
      ticket = null;
      session = '';
      captcha = make();
      if (embedded) captcha.embed(target);
      else captcha.open();
      captcha.fetch();
    };
    self.destroy = function () {
      if (captcha) captcha.destroy();
      captcha = null;
      if (target) target.removeEventListener('click', self.show);
    };
    self.getTicket = function () { return ticket && { CaptchaAppId: appid, ticket: ticket.ticket, randstr: ticket.randstr }; };
    if (embedded) self.show();
    else if (target) target.addEventListener('click', self.show);
  }
  window.TencentCaptcha = TencentCaptcha;

  /* The reserved id binds itself. */
  var reserved = document.getElementById('TencentCaptcha');
  if (reserved && reserved.getAttribute('data-appid') && reserved.getAttribute('data-cbfn')) new TencentCaptcha(reserved);
`);

export const tencentScripts = TENCENT_SCRIPTS.map(path => [path, source(path)] as const);
