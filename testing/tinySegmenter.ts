/** A value of a flatbuffer: a number of some width, or a reference. */
type Field =
  | { readonly byte: number }
  | { readonly int: number }
  | { readonly text: string }
  | { readonly ints: readonly number[] }
  | { readonly longs: readonly number[] }
  | { readonly floats: readonly number[] }
  | { readonly bytes: Uint8Array }
  | { readonly table: Table }
  | { readonly tables: readonly Table[] }
/** By their numbers in the schema. */
type Table = Readonly<Record<number, Field>>

/** Writes a flatbuffer forwards: a reference comes before its target. */
class Writer {
  readonly #view = new DataView(new ArrayBuffer(64 * 1024))
  #end = 0

  finish(root: Table, identifier: string): Uint8Array {
    this.#end = 8
    new TextEncoder().encodeInto(identifier, new Uint8Array(this.#view.buffer, 4, 4))
    this.#point(0, () => this.#table(root))
    return new Uint8Array(this.#view.buffer.slice(0, this.#end))
  }

  #align(size: number, before = 0): void {
    while ((this.#end + before) % size) this.#end++
  }

  #point(from: number, write: () => number): void {
    this.#view.setUint32(from, write() - from, true)
  }

  #table(fields: Table): number {
    const slots = Math.max(-1, ...Object.keys(fields).map(Number)) + 1
    this.#align(4)
    const layout = this.#end
    this.#end += 4 + slots * 2
    this.#align(4)
    const start = this.#end
    this.#view.setInt32(start, start - layout, true)
    this.#view.setUint16(layout, 4 + slots * 2, true)
    this.#view.setUint16(layout + 2, 4 + Object.keys(fields).length * 4, true)
    const references: (() => void)[] = []
    Object.entries(fields).forEach(([slot, field], index) => {
      const at = start + 4 + index * 4
      this.#view.setUint16(layout + 4 + Number(slot) * 2, at - start, true)
      if ('byte' in field) this.#view.setUint8(at, field.byte)
      else if ('int' in field) this.#view.setInt32(at, field.int, true)
      else references.push(() => this.#point(at, () => this.#away(field)))
    })
    this.#end = start + 4 + Object.keys(fields).length * 4
    for (const write of references) write()
    return start
  }

  #away(field: Exclude<Field, { byte: number } | { int: number }>): number {
    if ('table' in field) return this.#table(field.table)
    if ('text' in field) return this.#vector([...new TextEncoder().encode(`${field.text}\0`)], 1, 'setUint8', -1)
    if ('bytes' in field) return this.#vector([...field.bytes], 1, 'setUint8')
    if ('ints' in field) return this.#vector(field.ints, 4, 'setInt32')
    if ('floats' in field) return this.#vector(field.floats, 4, 'setFloat32')
    if ('longs' in field) return this.#vector(field.longs, 8, 'setBigInt64')
    const at = this.#vector(
      field.tables.map(() => 0),
      4,
      'setInt32',
    )
    field.tables.forEach((one, index) => {
      this.#point(at + 4 + index * 4, () => this.#table(one))
    })
    return at
  }

  #vector(
    values: readonly number[],
    size: number,
    set: 'setUint8' | 'setInt32' | 'setFloat32' | 'setBigInt64',
    shorter = 0,
  ): number {
    this.#align(size === 1 ? 16 : size, 4)
    const at = this.#end
    this.#view.setUint32(at, values.length + shorter, true)
    values.forEach((value, index) => {
      const where = at + 4 + index * size
      if (set === 'setUint8') this.#view.setUint8(where, value)
      else if (set === 'setBigInt64') this.#view.setBigInt64(where, BigInt(value), true)
      else this.#view[set](where, value, true)
    })
    this.#end = at + 4 + values.length * size
    return at
  }
}

const SIZE = 256

/**
 * A TensorFlow Lite model of a few hundred bytes that classifies bright pixels as a person. It stands in for the real
 * segmenter where that is not available: everything around it is real.
 */
export function tinySegmenter(): Uint8Array {
  const [FLOAT, UINT8] = [0, 3]
  const [CONV_2D, DEQUANTIZE, LOGISTIC] = [3, 6, 14]
  const picture = { ints: [1, SIZE, SIZE, 3] }
  const mask = { ints: [1, SIZE, SIZE, 1] }
  const floats = (...values: number[]) => new Uint8Array(new Float32Array(values).buffer)
  const tensor = (shape: Field, type: number, buffer: number, name: string, more: Table = {}): Table => ({
    ...{ 0: shape, 1: { byte: type }, 2: { int: buffer }, 3: { text: name } },
    ...more,
  })
  const step = (code: number, inputs: number[], outputs: number[], more: Table = {}): Table => ({
    ...{ 0: { int: code }, 1: { ints: inputs }, 2: { ints: outputs } },
    ...more,
  })
  const quantization: Table = { 2: { floats: [1 / 255] }, 3: { longs: [0] } }
  const graph: Table = {
    0: {
      tables: [
        tensor(picture, UINT8, 0, 'picture', { 4: { table: quantization } }),
        tensor(picture, FLOAT, 0, 'floats'),
        tensor({ ints: [1, 1, 1, 3] }, FLOAT, 1, 'weights'),
        tensor({ ints: [1] }, FLOAT, 2, 'bias'),
        tensor(mask, FLOAT, 0, 'brightness'),
        tensor(mask, FLOAT, 0, 'mask'),
      ],
    },
    1: { ints: [0] },
    2: { ints: [5] },
    3: {
      tables: [
        step(0, [0], [1]),
        step(1, [1, 2, 3], [4], { 3: { byte: 1 }, 4: { table: { 1: { int: 1 }, 2: { int: 1 } } } }),
        step(2, [4], [5]),
      ],
    },
    4: { text: 'main' },
  }
  const code = (operator: number): Table => ({ 0: { byte: operator }, 2: { int: 1 }, 3: { int: operator } })
  const model: Table = {
    0: { int: 3 },
    1: { tables: [DEQUANTIZE, CONV_2D, LOGISTIC].map(code) },
    2: { tables: [graph] },
    3: { text: 'bright is a person' },
    4: { tables: [{}, { 0: { bytes: floats(8, 8, 8) } }, { 0: { bytes: floats(-12) } }] },
  }
  return new Writer().finish(model, 'TFL3')
}
