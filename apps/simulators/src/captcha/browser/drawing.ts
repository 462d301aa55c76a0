/**
 * Browser code: draws the puzzle as SVG with presentation attributes and CSSOM only, so that a site's content security
 * policy need not allow the origin of an image or inline styles. A text, because it runs in a page; each vendor's script
 * wraps it in a function of its own.
 */
export const drawing = String.raw`
  var TRAVEL = 216, PIECE = 44;

  /* An element with attributes and CSSOM styles, put into a parent. */
  function element(tag, attributes, style, parent) {
    var node = document.createElement(tag);
    for (var name in attributes) node.setAttribute(name, attributes[name]);
    for (var property in style) node.style[property] = style[property];
    if (parent) parent.appendChild(node);
    return node;
  }

  function shape(tag, attributes, parent) {
    var node = document.createElementNS('http://www.w3.org/2000/svg', tag);
    for (var name in attributes) node.setAttribute(name, attributes[name]);
    if (parent) parent.appendChild(node);
    return node;
  }

  /* Numbers from 0 to 1, the same for the same seed. */
  function numbers(seed) {
    return function () {
      seed = (seed + 0x6d2b79f5) | 0;
      var mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
    };
  }

  /* A landscape: sky, sun, three ranges of hills, trees. */
  function scenery(seed, parent) {
    var next = numbers(seed), hue = Math.floor(next() * 360);
    var colour = function (turn, light) { return 'hsl(' + ((hue + turn) % 360) + ' 45% ' + light + '%)'; };
    shape('rect', { width: 260, height: 130, fill: colour(0, 82) }, parent);
    shape('circle', { cx: 30 + next() * 200, cy: 18 + next() * 22, r: 12, fill: colour(180, 92) }, parent);
    for (var range = 0; range < 3; range++) {
      var path = 'M0 130';
      for (var x = 0; x <= 260; x += 20) path += 'L' + x + ' ' + Math.round(46 + range * 26 + next() * 18);
      shape('path', { d: path + 'L260 130Z', fill: colour(40 + range * 30, 66 - range * 14) }, parent);
    }
    for (var tree = 0; tree < 9; tree++) {
      var left = Math.round(next() * 250), foot = Math.round(72 + next() * 52), tall = 14 + Math.round(next() * 16);
      shape('path', { d: 'M' + left + ' ' + foot + 'l6 -' + tall + 'l6 ' + tall + 'Z', fill: colour(110, 22 + next() * 14) }, parent);
    }
  }

  var drawn = 0;

  /* Draws the puzzle into an svg; gives a function that moves the piece. */
  function draw(svg, given) {
    while (svg.firstChild) svg.removeChild(svg.firstChild);
    var id = 'captcha-drawing-' + ++drawn;
    var outline = 'M' + given.gap + ' ' + given.top + 'h14a8 8 0 0 1 16 0h14v14a8 8 0 0 1 0 16v14h-' + PIECE + 'z';
    var stock = shape('defs', {}, svg);
    scenery(given.seed, shape('g', { id: id }, stock));
    shape('path', { d: outline }, shape('clipPath', { id: id + '-piece' }, stock));
    shape('use', { href: '#' + id }, svg);
    shape('path', { d: outline, fill: '#000', 'fill-opacity': 0.55, stroke: '#fff', 'stroke-opacity': 0.7 }, svg);
    var piece = shape('g', {}, svg);
    shape('use', { href: '#' + id }, shape('g', { 'clip-path': 'url(#' + id + '-piece)' }, piece));
    shape('path', { d: outline, fill: 'none', stroke: '#fff', 'stroke-width': 2 }, piece);
    return function (value) { piece.setAttribute('transform', 'translate(' + (value - given.gap) + ' 0)'); };
  }
`;
