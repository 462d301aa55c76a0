/** Words about the profile's picture. In a file of its own, so that only the account page loads them. */
import type { Language, ProblemText } from '@rollcall/ui';
import type { PictureMistake } from './picture-mistake.ts';

const en = {
  title: 'Picture',
  pick: 'Add a picture',
  replace: 'Change the picture',
  /** The accepted formats, the largest size, and the ways to choose a picture. */
  rule: 'JPEG, PNG or WebP, up to 5 MB. You can also drop a picture here, or paste one.',
  drop: 'Drop to use this picture',
  preview: 'Preview',
  use: 'Use this picture',
  cancel: 'Cancel',
  remove: 'Remove',
  removing: 'Removing…',
  sending: (percent: number) => `Uploading ${percent}%`,
  making: 'Preparing the picture…',
  replaced: 'Your picture has changed.',
  removed: 'Your picture is removed.',
  mistakes: {
    TooLarge: { what: 'This picture is larger than 5 MB.', next: 'Please choose a smaller one.' },
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
    rule: 'JPEG、PNG 或 WebP，不超过 5 MB。也可以把图片拖到这里，或者直接粘贴。',
    drop: '松开即可使用这张图片',
    preview: '预览',
    use: '使用这张图片',
    cancel: '取消',
    remove: '移除头像',
    removing: '正在移除…',
    sending: percent => `正在上传 ${percent}%`,
    making: '正在处理图片…',
    replaced: '头像已更换。',
    removed: '头像已移除。',
    mistakes: {
      TooLarge: { what: '图片超过 5 MB。', next: '请换一张小一些的。' },
      WrongType: { what: '不支持这种文件。', next: '请选择 JPEG、PNG 或 WebP 图片。' },
      Unreadable: { what: '这张图片打不开。', next: '文件可能已损坏，请换一张。' },
    },
  },
};
