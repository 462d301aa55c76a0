/**
 * The beginning of an answer as text; the rest is not read.
 * @param longest characters
 */
export const beginningOf = async (answer: Response, longest: number): Promise<string> => {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length >= longest) break;
  }
  return text.slice(0, longest);
};
