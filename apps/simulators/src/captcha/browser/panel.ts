/**
 * Browser code: the slider with its picture, by pointer and by keyboard. `panel({lang, plain, width, onSubmit, onRefresh,
 * onClose})`; without a picture (`plain`) the slider is to be dragged to its end.
 */
export const panel = String.raw`
  var texts = {
    zh: {
      lang: 'zh-CN', title: '安全验证', picture: '缺了一块的图画', slider: '拖动滑块完成拼图', plain: '请按住滑块，拖动到最右边',
      refresh: '换一张', close: '关闭验证', again: '重试', loading: '加载中…', ready: '方向键移动滑块，回车提交', end: '方向键或 End 键把滑块移到最右边', checking: '正在验证…',
      passed: '验证通过', wrong: '验证失败，请再试一次', broken: '网络不给力，请重试', start: '点击完成验证',
      at: function (value, gap) { return value + '，缺口在 ' + gap; }
    },
    en: {
      lang: 'en', title: 'Security check', picture: 'A picture with a piece missing', slider: 'Drag the slider to fit the piece',
      plain: 'Drag the slider to the far right', refresh: 'Another picture', close: 'Close the check', again: 'Retry', loading: 'Loading…',
      ready: 'Arrow keys move the slider, Enter submits', end: 'Arrow keys or End move the slider to the far right', checking: 'Checking…', passed: 'Passed', wrong: 'Not quite, please try again',
      broken: 'The network failed, please retry', start: 'Click to verify',
      at: function (value, gap) { return value + ', the gap is at ' + gap; }
    }
  };
  function words(lang) { return /^en/i.test(lang || '') ? texts.en : texts.zh; }

  var INK = '#1d2433', PAPER = '#ffffff', LINE = '#7d8698', GREEN = '#0b6b3f', RED = '#b3261e';

  function button(text, label, parent, work) {
    var node = element('button', { type: 'button', 'aria-label': label }, {
      font: 'inherit', color: INK, background: 'none', border: '0', padding: '0', minWidth: '44px', minHeight: '44px', cursor: 'pointer'
    }, parent);
    node.textContent = text;
    node.addEventListener('click', work);
    return node;
  }

  function panel(options) {
    var say = words(options.lang), value = 0, gap = TRAVEL, state = 'loading', dragged = null, move = function () {};
    var root = element('div', { lang: say.lang }, {
      boxSizing: 'border-box', width: options.width || '300px', maxWidth: '100%', padding: options.plain ? '8px' : '12px', background: PAPER, color: INK,
      font: '14px/1.5 system-ui, sans-serif', borderRadius: '4px', colorScheme: 'light', textAlign: 'start'
    });
    var svg;
    if (!options.plain) {
      var head = element('div', {}, { display: 'flex', alignItems: 'center' }, root);
      element('strong', {}, { flex: '1' }, head).textContent = say.title;
      if (options.onRefresh) button('↻', say.refresh, head, function () { if (state !== 'checking') options.onRefresh(); });
      if (options.onClose) button('✕', say.close, head, options.onClose);
      svg = shape('svg', { viewBox: '0 0 260 130', role: 'img', 'aria-label': say.picture }, root);
      svg.style.display = 'block';
      svg.style.width = '100%';
    }
    var track = element('div', {}, {
      position: 'relative', boxSizing: 'border-box', height: options.height || '44px', marginTop: options.plain ? '0' : '8px', border: '1px solid ' + LINE,
      borderRadius: '4px', background: '#eef0f4', overflow: 'hidden', touchAction: 'none', userSelect: 'none'
    }, root);
    var trail = element('div', {}, { position: 'absolute', left: '0', top: '0', bottom: '0', width: '0', background: '#cfe8da' }, track);
    var prompt = element('div', { 'aria-hidden': 'true' }, {
      position: 'absolute', left: '48px', right: '4px', top: '0', bottom: '0', display: 'flex', alignItems: 'center', justifyContent: 'center', fontSize: '13px'
    }, track);
    prompt.textContent = options.plain ? say.plain : say.slider;
    var handle = element('div', {
      role: 'slider', tabindex: '0', 'aria-label': options.plain ? say.plain : say.slider, 'aria-valuemin': '0', 'aria-valuemax': String(TRAVEL)
    }, {
      position: 'absolute', boxSizing: 'border-box', left: '0', top: '0', bottom: '0', width: '44px', background: PAPER, border: '2px solid ' + INK, borderRadius: '3px',
      display: 'flex', alignItems: 'center', justifyContent: 'center', cursor: 'grab'
    }, track);
    handle.textContent = '→';
    var status = element('div', { role: 'status' }, { minHeight: '21px', marginTop: '4px', fontSize: '13px' }, root);
    var retry = button(say.again, say.again, root, function () { options.onRefresh(); });
    retry.style.textDecoration = 'underline';

    function set(next) {
      value = Math.max(0, Math.min(TRAVEL, Math.round(next)));
      var share = value / TRAVEL;
      /* The handle is 44 px wide: at the end its right edge is the track's. */
      handle.style.left = 'calc((100% - 44px) * ' + share + ')';
      trail.style.width = 'calc((100% - 44px) * ' + share + ' + 22px)';
      prompt.style.visibility = value ? 'hidden' : 'visible';
      handle.setAttribute('aria-valuenow', String(value));
      handle.setAttribute('aria-valuetext', say.at(value, gap));
      move(value);
    }
    function show(next, text) {
      state = next;
      status.textContent = text || say[next === 'ready' && options.plain ? 'end' : next];
      status.style.color = next === 'passed' ? GREEN : next === 'wrong' || next === 'broken' ? RED : INK;
      handle.setAttribute('aria-disabled', String(next !== 'ready' && next !== 'wrong'));
      retry.style.display = options.onRefresh && (next === 'broken' || (options.plain && next === 'wrong')) ? 'inline-block' : 'none';
    }
    function movable() { return state === 'ready' || (state === 'wrong' && !options.plain); }
    function submit() {
      if (!movable()) return;
      show('checking');
      options.onSubmit(value);
    }
    handle.addEventListener('keydown', function (event) {
      var step = event.shiftKey ? 1 : 4;
      var moves = {
        ArrowRight: value + step, ArrowUp: value + step, ArrowLeft: value - step, ArrowDown: value - step, PageUp: value + 20, PageDown: value - 20, Home: 0, End: TRAVEL
      };
      if (event.key === 'Enter' || event.key === ' ') submit();
      else if (Object.prototype.hasOwnProperty.call(moves, event.key)) {
        if (movable()) set(moves[event.key]);
        if (options.plain && value === TRAVEL) submit();
      } else return;
      event.preventDefault();
    });
    handle.addEventListener('pointerdown', function (event) {
      if (!movable()) return;
      dragged = { x: event.clientX, value: value };
      if (handle.setPointerCapture) handle.setPointerCapture(event.pointerId);
    });
    handle.addEventListener('pointermove', function (event) {
      if (!dragged) return;
      var room = track.getBoundingClientRect().width - 46;
      set(dragged.value + (event.clientX - dragged.x) * (room > 0 ? TRAVEL / room : 1));
    });
    function drop(event) {
      if (!dragged) return;
      dragged = null;
      /* The plain slider springs back where it was let go too early. */
      if (event.type === 'pointercancel' || (options.plain && value < TRAVEL)) set(0);
      else submit();
    }
    handle.addEventListener('pointerup', drop);
    handle.addEventListener('pointercancel', drop);
    show('loading');
    set(0);

    return {
      root: root,
      handle: handle,
      show: show,
      /* A fresh drawing; the text is what was wrong with the last. */
      load: function (given, text) {
        gap = options.plain ? TRAVEL : given.gap;
        if (!options.plain) move = draw(svg, given);
        set(0);
        show(text ? 'wrong' : 'ready', text);
      }
    };
  }
`;
