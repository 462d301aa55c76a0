/** The words of the lessons, and the lessons themselves. */
import type { Language } from '@rollcall/react';
import type { SubjectName } from '../../examples/subjects.ts';
import type { LessonNumber } from './lessons.ts';

export interface Lesson {
  readonly title: string;
  readonly lead: string;
  readonly figure: SubjectName;
  readonly alt: string;
  readonly paragraphs: readonly string[];
  readonly code: string;
  readonly question: string;
  readonly answers: readonly string[];
  /** The index of the right answer, and the explanation. */
  readonly right: number;
  readonly because: string;
}

export interface LessonWords {
  readonly number: (lesson: number) => string;
  readonly redraw: string;
  readonly drawing: string;
  readonly test: string;
  readonly check: string;
  readonly correct: (because: string) => string;
  readonly again: string;
  readonly choose: string;
  readonly others: string;
  readonly lessons: Readonly<Record<LessonNumber, Lesson>>;
}

const code = {
  maze: `visit(cell):
  mark(cell)
  for next in shuffle(around(cell)):
    if not marked(next):
      open_wall(cell, next)
      visit(next)`,
  tree: `grow(length, depth):
  forward(length)
  if depth > 0:
    left(25)
    grow(length * 0.72, depth - 1)
    right(50)
    grow(length * 0.72, depth - 1)
    left(25)
  back(length)`,
  rule: `for each row:
  for each cell:
    case = 4*left + 2*own + right
    below[cell] = (rule >> case) & 1`,
};

export const lessonWords: Readonly<Record<Language, LessonWords>> = {
  'zh-CN': {
    number: lesson => `第 ${lesson} 课`,
    redraw: '再画一张',
    drawing: '正在画…',
    test: '自测',
    check: '核对答案',
    correct: because => `答对了。${because}`,
    again: '再想一想。',
    choose: '请先选一个答案。',
    others: '其他课程',
    lessons: {
      1: {
        title: '走出迷宫',
        lead: '一直往前走，走不通就退回来：这就是深度优先搜索。',
        figure: 'maze',
        alt: '用深度优先搜索挖出来的迷宫',
        paragraphs: [
          '先想象一块满是墙的方格。从左上角出发，随意选一个没去过的邻格，把中间的墙打通，走过去。',
          '四周都去过了，就沿原路退回，直到遇见还有路可选的地方。退回起点时，迷宫就挖好了：任意两格之间恰好只有一条路。',
          '“退回来”不需要自己记，函数的调用栈替我们记着来路。',
        ],
        code: code.maze,
        question: '这样挖出的迷宫，两格之间有几条不重复的路？',
        answers: ['没有路，或一条', '恰好一条', '至少两条'],
        right: 1,
        because: '每一格只被打通一次，连成一棵树；树上任意两点之间恰好一条路。',
      },
      2: {
        title: '会生长的树',
        lead: '一根树枝，就是一棵小一点的树。',
        figure: 'tree',
        alt: '用递归画出来的树',
        paragraphs: [
          '画一段树干，向左转一点，画一棵小树；再向右转一点，画另一棵小树。',
          '“画一棵小树”和“画一棵树”用的是同一个函数，只是短一些、浅一层。这种自己调用自己的写法叫递归。',
          '递归要有尽头：深度减到零，就不再分叉。',
        ],
        code: code.tree,
        question: '深度为 7 的树，最末端有多少根小枝？',
        answers: ['14 根', '49 根', '128 根'],
        right: 2,
        because: '每深一层，枝数翻一倍：2 的 7 次方是 128。',
      },
      3: {
        title: '一条规则',
        lead: '八个比特，足够长出一面墙的图案。',
        figure: 'rule',
        alt: '元胞自动机一行行长出的图案',
        paragraphs: [
          '一行格子，非黑即白。下一行每一格的颜色，只看它头顶三格：一共八种情形。',
          '八种情形各答一个黑或白，正好八个比特，写成数就是 0 到 255：这就是“规则”的编号。',
          '第 30 号规则从一个黑格开始，长出的图案至今没有人找到规律。',
        ],
        code: code.rule,
        question: '这样的规则一共有多少条？',
        answers: ['8 条', '256 条', '无数条'],
        right: 1,
        because: '八种情形各有两种答案：2 的 8 次方是 256。',
      },
    },
  },
  en: {
    number: lesson => `Lesson ${lesson}`,
    redraw: 'Draw another',
    drawing: 'Drawing…',
    test: 'Test yourself',
    check: 'Check the answer',
    correct: because => `That is right. ${because}`,
    again: 'Think again.',
    choose: 'Please choose an answer first.',
    others: 'Other lessons',
    lessons: {
      1: {
        title: 'Out of the maze',
        lead: 'Go on as long as you can; where you can’t, go back. That is depth-first search.',
        figure: 'maze',
        alt: 'A maze dug by depth-first search',
        paragraphs: [
          'Think of a field of cells with walls all round. Start at the upper left, choose any neighbour where you have not been, open the wall between and go there.',
          'When you have been everywhere around, go back the way you came until there is a choice again. When you are back at the start the maze is done: between any two cells there is just one way.',
          'Nobody needs to write the way back down: the stack of calls remembers it for us.',
        ],
        code: code.maze,
        question: 'How many different ways are there between two cells of such a maze?',
        answers: ['None or one', 'Exactly one', 'Two or more'],
        right: 1,
        because:
          'Each cell is opened once, so the cells form a tree; in a tree there is one way between any two.',
      },
      2: {
        title: 'A tree that grows',
        lead: 'A branch is a tree, only smaller.',
        figure: 'tree',
        alt: 'A tree drawn by recursion',
        paragraphs: [
          'Draw a trunk, turn left a little and draw a small tree; turn right a little and draw another.',
          'Drawing a small tree and drawing a tree is the same function, only shorter and one level less deep. A function that calls itself is called recursive.',
          'Recursion must end: when the depth is zero there are no more branches.',
        ],
        code: code.tree,
        question: 'How many twigs does a tree of depth 7 end in?',
        answers: ['14', '49', '128'],
        right: 2,
        because: 'Each level doubles them: 2 to the 7th is 128.',
      },
      3: {
        title: 'A single rule',
        lead: 'Eight bits are enough to fill a wall with a pattern.',
        figure: 'rule',
        alt: 'A pattern that a cellular automaton grew row by row',
        paragraphs: [
          'A row of cells, each black or white. The colour of a cell in the next row depends on the three above it alone: eight cases.',
          'One answer for each case makes eight bits, a number from 0 to 255. That is the number of the rule.',
          'Rule 30 starts from one black cell, and nobody has found an order in its pattern yet.',
        ],
        code: code.rule,
        question: 'How many such rules are there?',
        answers: ['8', '256', 'No end of them'],
        right: 1,
        because: 'Eight cases with two answers each: 2 to the 8th is 256.',
      },
    },
  },
};
