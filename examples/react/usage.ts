import { createUsage } from '@rollcall/react/usage';
import { heatmap } from '@rollcall/usage/heatmap';

export const usage = createUsage({
  product_code: 'my-school',
  url: 'https://accounts.school.example',
  heatmap,
});
