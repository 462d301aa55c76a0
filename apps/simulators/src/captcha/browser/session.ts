/**
 * Browser code: URLs of scripts and data, the dialog, and a challenge from its fetch to its pass. A vendor's own script
 * adds its names, its calls and the order of its callbacks.
 */
export const session = String.raw`
  /* The address that this script came from, up to the path that the vendor has it at. */
  function cameFrom(path) {
    var source = document.currentScript && document.currentScript.src || '';
    var at = source.indexOf(path);
    return at < 0 ? '' : source.slice(0, at);
  }

  var calls = 0;

  /* Loads a script; exactly one of 'loaded', 'network', 'timeout' is reported. */
  function load(address, timeout, done) {
    var script = document.createElement('script'), over = false;
    function end(outcome) {
      if (over) return;
      over = true;
      clearTimeout(timer);
      if (script.parentNode) script.parentNode.removeChild(script);
      done(outcome);
    }
    var timer = setTimeout(function () { end('timeout'); }, timeout || 10000);
    script.onload = function () { end('loaded'); };
    script.onerror = function () { end('network'); };
    script.async = true;
    script.src = address;
    document.head.appendChild(script);
  }

  /* Asks by JSONP: done(answer), or done(undefined, 'network' or 'timeout'). */
  function ask(address, params, timeout, done) {
    var name = 'captcha_call_' + ++calls + '_' + Math.random().toString(36).slice(2), answer;
    var query = 'callback=' + name;
    for (var key in params) query += '&' + key + '=' + encodeURIComponent(params[key]);
    window[name] = function (given) { answer = given; };
    load(address + '?' + query, timeout, function (outcome) {
      /* One that was slow still calls it. */
      window[name] = function () {};
      done(answer, answer ? undefined : outcome === 'timeout' ? 'timeout' : 'network');
    });
  }

  /* A modal dialog around a panel; focus goes in, stays in and comes back. */
  function dialog(view, label, lang, maskCloses, onClose) {
    var before = document.activeElement;
    var mask = element('div', {}, {
      position: 'fixed', left: '0', top: '0', right: '0', bottom: '0', zIndex: '2147483000', display: 'flex', alignItems: 'center', justifyContent: 'center',
      padding: '10px', overflow: 'auto', background: 'rgba(0, 0, 0, 0.35)'
    }, document.body);
    var box = element('div', { role: 'dialog', 'aria-modal': 'true', 'aria-label': label, lang: lang }, { maxWidth: '100%' }, mask);
    box.appendChild(view.root);
    mask.addEventListener('click', function (event) { if (maskCloses && event.target === mask) onClose(); });
    box.addEventListener('keydown', function (event) {
      if (event.key === 'Escape') {
        event.stopPropagation();
        onClose();
      } else if (event.key === 'Tab') {
        var stops = Array.prototype.filter.call(box.querySelectorAll('button, [tabindex]'), function (node) { return node.style.display !== 'none'; });
        var at = stops.indexOf(document.activeElement), last = stops.length - 1;
        if (event.shiftKey ? at > 0 : at >= 0 && at < last) return;
        event.preventDefault();
        stops[event.shiftKey ? last : 0].focus();
      }
    });
    view.handle.focus();
    return function () {
      if (!mask.parentNode) return;
      mask.parentNode.removeChild(mask);
      if (before && before.focus) before.focus();
    };
  }

  function place(target) {
    if (typeof target !== 'string') return target || null;
    return document.getElementById(target.replace(/^#/, '')) || document.querySelector(target);
  }

  /*
   * One challenge. options: lang, width, height, plain, maskCloses; fetch(done(drawing, error)), submit(value, done(result, error))
   * with result 'pass' or 'wrong'; onReady, onPass, onWrong, onError(error), onClose.
   */
  function challenge(options) {
    var say = words(options.lang), dead = false, leave = null, current = null, passed = false, attempt = 0;
    var view = panel({
      lang: options.lang, width: options.width, height: options.height, plain: options.plain,
      onSubmit: function (value) {
        options.submit(value, alive(function (result, error) {
          if (error !== undefined) {
            view.show('broken');
            options.onError(error);
          } else if (result === 'pass') {
            passed = true;
            view.show('passed');
            hide();
            options.onPass();
          } else {
            if (options.onWrong) options.onWrong();
            /* The vendor's wrong answer may end it: then nothing is drawn any more. */
            if (dead) return;
            if (options.plain) view.show('wrong');
            else fetch(say.wrong);
          }
        }));
      },
      onRefresh: function () { fetch(); },
      onClose: options.popup ? close : null
    });
    function alive(work) { return function (first, second) { if (!dead) work(first, second); }; }
    function hide() {
      if (leave) leave();
      leave = null;
    }
    function close() {
      if (options.popup && !leave) return;
      hide();
      options.onClose();
    }
    /* The vendor's switch: it closes as a person closes it. */
    function closeItself() { setTimeout(alive(close), 0); }
    function fetch(text) {
      var turn = ++attempt;
      passed = false;
      view.show('loading');
      options.fetch(alive(function (drawing, error) {
        /* An older picture that comes late is not wanted. */
        if (turn !== attempt) return;
        var first = !current;
        if (error !== undefined) {
          view.show('broken');
          options.onError(error);
          return;
        }
        current = drawing;
        view.load(drawing, text);
        if (first && options.onReady) options.onReady();
        if (drawing.closes && (leave || !options.popup)) closeItself();
      }));
    }
    return {
      fetch: fetch,
      view: view,
      shown: function () { return Boolean(leave); },
      passed: function () { return passed; },
      open: function () {
        if (dead || leave || !options.popup) return;
        if (passed) fetch();
        leave = dialog(view, say.title, say.lang, options.maskCloses, close);
        if (current && current.closes) closeItself();
      },
      embed: function (parent) { parent.appendChild(view.root); },
      close: close,
      hide: hide,
      destroy: function () {
        dead = true;
        hide();
        if (view.root.parentNode) view.root.parentNode.removeChild(view.root);
      }
    };
  }

  /* A button that stands in the page and opens the challenge. */
  function opener(lang, width, parent, open) {
    var say = words(lang);
    var node = button(say.start, say.start, parent, open);
    node.style.width = width || '300px';
    node.style.maxWidth = '100%';
    node.style.border = '1px solid ' + LINE;
    node.style.borderRadius = '4px';
    node.style.background = PAPER;
    return { node: node, passed: function () { node.textContent = say.passed; node.style.color = GREEN; }, again: function () { node.textContent = say.start; node.style.color = INK; } };
  }

  function width(given) { return typeof given === 'number' ? given + 'px' : given && given !== 'auto' ? String(given) : '300px'; }
`;
