import { monitor, usage } from './report.js';
import './user.js';
import './consent.js';

usage.page();

const at = id => document.getElementById(id);
at('play').addEventListener('click', () => usage.timer.start('video', { lesson: 7 }));
at('done').addEventListener('click', () => {
  usage.timer.end('video');
  usage.track('lesson.done', { lesson: 7 });
  try {
    JSON.parse(at('done').dataset.answers);
  } catch (error) {
    monitor.error(error); // a caught error; others are reported by themselves
  }
});
