/** Words about the profile's picture. In a file of its own, so that only the account page loads them. */
import type { Language, ProblemText } from '@rollcall/ui';
import type { PictureMistake } from './picture-mistake.ts';

const en = {
  title: 'Picture',
  pick: 'Add a picture',
  replace: 'Change the picture',
  /** The accepted formats. */
  rule: 'JPEG, PNG or WebP.',
  /** Other ways to choose a picture, where there is a mouse. */
  ways: 'You can also drop a picture here, or paste one.',
  drop: 'Drop to use this picture',
  preview: 'Preview',
  /** The sliders that choose the square of the picture. */
  cut: { zoom: 'Size', x: 'Left to right', y: 'Up and down' },
  use: 'Use this picture',
  cancel: 'Cancel',
  remove: 'Remove',
  removing: 'Removing…',
  sending: (percent: number) => `Uploading ${percent}%`,
  making: 'Preparing the picture…',
  replaced: 'Your picture has changed.',
  removed: 'Your picture is removed.',
  mistakes: {
    TooLarge: { what: 'This picture is too large.', next: 'Please choose a smaller one.' },
    Heic: {
      what: 'HEIC pictures can’t be used here.',
      next: 'Please choose a JPEG. On an iPhone: Settings, Camera, Formats, “Most Compatible”, or a screenshot of the picture.',
    },
    WrongType: {
      what: 'This file type is not supported.',
      next: 'Please choose a JPEG, PNG or WebP picture.',
    },
    Unreadable: { what: 'This picture can’t be read.', next: 'It may be damaged; please choose another.' },
  } satisfies Record<PictureMistake, ProblemText>,
};

export type PictureWords = typeof en;

export const pictureWords: Readonly<Record<Language, PictureWords>> = {
  en,
  'zh-CN': {
    title: '头像',
    pick: '上传头像',
    replace: '更换头像',
    rule: 'JPEG、PNG 或 WebP。',
    ways: '也可以把图片拖到这里，或者直接粘贴。',
    drop: '松开即可使用这张图片',
    preview: '预览',
    cut: { zoom: '大小', x: '左右', y: '上下' },
    use: '使用这张图片',
    cancel: '取消',
    remove: '移除头像',
    removing: '正在移除…',
    sending: percent => `正在上传 ${percent}%`,
    making: '正在处理图片…',
    replaced: '头像已更换。',
    removed: '头像已移除。',
    mistakes: {
      TooLarge: { what: '图片太大。', next: '请换一张小一些的。' },
      Heic: {
        what: '不支持 HEIC 格式的图片。',
        next: '请选择 JPEG 图片：iPhone 可在“设置 › 相机 › 格式”中选“兼容性最佳”，或使用截图。',
      },
      WrongType: { what: '不支持这种文件。', next: '请选择 JPEG、PNG 或 WebP 图片。' },
      Unreadable: { what: '这张图片打不开。', next: '文件可能已损坏，请换一张。' },
    },
  },
};
