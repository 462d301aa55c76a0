/** The lines of a text that may be far longer than what should be held as one string. */
export async function* linesOf(text: Blob): AsyncGenerator<string> {
  const reader = text.stream().pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
