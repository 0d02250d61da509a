import { parseSync } from 'vite'

/** A node of ESTree, with the fields that the fences use. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [part: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every node of a source file, parents first, with its ancestors from the outermost in. */
export function* nodesOf(file: string, code: string): Generator<{ node: Node; around: readonly Node[] }> {
  yield* within(parseSync(file, code).program as unknown as Node, [])
}

function* within(node: Node, around: readonly Node[]): Generator<{ node: Node; around: readonly Node[] }> {
  yield { node, around }
  for (const part of Object.values(node).flat()) if (isNode(part)) yield* within(part, [...around, node])
}
