/** The subjects of the contests; each has an algorithm that draws it. */
import type { Language } from '@rollcall/react';

interface Described {
  readonly name: string;
  readonly title: Readonly<Record<Language, string>>;
  readonly alt: Readonly<Record<Language, string>>;
}

export const subjects = [
  {
    name: 'maze',
    title: { 'zh-CN': '走出迷宫', en: 'Out of the maze' },
    alt: { 'zh-CN': '线条画：一座迷宫', en: 'A drawn maze' },
  },
  {
    name: 'tree',
    title: { 'zh-CN': '会生长的树', en: 'A tree that grows' },
    alt: { 'zh-CN': '线条画：一棵分叉的树', en: 'A drawn tree with its branches' },
  },
  {
    name: 'life',
    title: { 'zh-CN': '生命游戏', en: 'The game of life' },
    alt: { 'zh-CN': '方格画：生命游戏的一代', en: 'Squares: one generation of the game of life' },
  },
  {
    name: 'sort',
    title: { 'zh-CN': '排好队', en: 'Stand in order' },
    alt: { 'zh-CN': '高低不一的竖条，正在排序', en: 'Bars of all heights, half sorted' },
  },
  {
    name: 'knight',
    title: { 'zh-CN': '骑士巡游', en: 'The knight’s tour' },
    alt: { 'zh-CN': '棋盘上骑士走过的路线', en: 'The way of a knight over a chessboard' },
  },
  {
    name: 'curve',
    title: { 'zh-CN': '一笔填满', en: 'One line, every square' },
    alt: { 'zh-CN': '线条画：希尔伯特曲线', en: 'A drawn Hilbert curve' },
  },
  {
    name: 'tiles',
    title: { 'zh-CN': '铺地砖', en: 'Laying tiles' },
    alt: { 'zh-CN': '由圆弧拼成的地砖', en: 'Tiles of quarter circles' },
  },
  {
    name: 'network',
    title: { 'zh-CN': '最短的路', en: 'The shortest way' },
    alt: { 'zh-CN': '点与线连成的网络', en: 'A network of points and lines' },
  },
  {
    name: 'wave',
    title: { 'zh-CN': '听见波形', en: 'Hear the wave' },
    alt: { 'zh-CN': '线条画：层叠的波', en: 'Drawn waves, one above another' },
  },
  {
    name: 'rule',
    title: { 'zh-CN': '一条规则', en: 'A single rule' },
    alt: { 'zh-CN': '方格画：元胞自动机的图案', en: 'Squares: the pattern of a cellular automaton' },
  },
  {
    name: 'circles',
    title: { 'zh-CN': '装满圆', en: 'Packing circles' },
    alt: { 'zh-CN': '大小不一、互不相碰的圆', en: 'Circles of all sizes that don’t touch' },
  },
  {
    name: 'rose',
    title: { 'zh-CN': '转出花来', en: 'A flower from an angle' },
    alt: { 'zh-CN': '线条画：由直线转出的花', en: 'A flower of straight lines' },
  },
] as const satisfies readonly Described[];

export type Subject = (typeof subjects)[number];
export type SubjectName = Subject['name'];
