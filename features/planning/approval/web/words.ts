/** A piece of a text: in both versions, only in the old or only in the new one. */
export interface Piece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

/** The most comparisons of words; of longer texts the whole middle counts as changed. */
const MOST = 4_000_000

const wordsOf = (text: string): string[] => text.match(/\p{Script=Han}|\s+|[^\s\p{Script=Han}]+/gu) ?? []

/** What changed between two texts, word by word; Chinese character by character. */
export function changesOf(before: string, now: string): Piece[] {
  const [old, next] = [wordsOf(before), wordsOf(now)]
  let head = 0
  while (head < old.length && head < next.length && old[head] === next[head]) head++
  let tail = 0
  while (
    tail < old.length - head &&
    tail < next.length - head &&
    old[old.length - 1 - tail] === next[next.length - 1 - tail]
  )
    tail++
  const middle = between(old.slice(head, old.length - tail), next.slice(head, next.length - tail))
  return joined([
    { kind: 'same', text: next.slice(0, head).join('') },
    ...middle,
    { kind: 'same', text: next.slice(next.length - tail).join('') },
  ])
}

/** The longest common subsequence of two lists of words, and what stands around it. */
function between(old: readonly string[], next: readonly string[]): Piece[] {
  if (old.length * next.length > MOST)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: next.join('') },
    ]
  const width = next.length + 1
  const lengths = new Uint16Array((old.length + 1) * width)
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = next.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === next[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0)
  const pieces: Piece[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    const isSame = i < old.length && j < next.length && old[i] === next[j]
    const skipsOld =
      i < old.length && (j >= next.length || (lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0))
    if (isSame) pieces.push({ kind: 'same', text: next[j++] ?? '' })
    else if (skipsOld) pieces.push({ kind: 'removed', text: old[i] ?? '' })
    else pieces.push({ kind: 'added', text: next[j++] ?? '' })
    if (isSame || skipsOld) i++
  }
  return pieces
}

/** Neighbors of one kind as one piece, without empty ones. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = []
  for (const piece of pieces) {
    const last = all.at(-1)
    if (piece.text === '') continue
    if (last?.kind === piece.kind) all[all.length - 1] = { kind: piece.kind, text: last.text + piece.text }
    else all.push(piece)
  }
  return all
}
