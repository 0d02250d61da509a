import Papa from 'papaparse'
import { expect, it } from 'vitest'
import yauzl from 'yauzl'
import { attachmentHeader, type Cell, sheetFilename, sheetOf } from './sheet.ts'

const columns = [{ title: 'Name', width: 30 }, { title: 'Joined' }, { title: 'Pitches' }, { title: 'Active' }]
const at = new Date('2026-01-02T03:04:05Z')

async function bytesOf(format: 'csv' | 'xlsx', rows: Iterable<Cell[]> | AsyncIterable<Cell[]>) {
  return Buffer.concat(await sheetOf(format, columns, rows).toArray())
}

/** A part of an XLSX file. */
async function partOf(zip: Buffer, name: string): Promise<string> {
  const file = await yauzl.fromBufferPromise(zip)
  for await (const entry of file.eachEntry()) {
    if (entry.fileName !== name) continue
    return Buffer.concat(await (await file.openReadStreamPromise(entry)).toArray()).toString()
  }
  throw new Error(`${name} is missing`)
}

it('writes CSV that Excel opens as UTF-8, dates in UTC', async () => {
  const csv = (
    await bytesOf('csv', [
      ['李雷, "Lei"', at, 7, true],
      ['', null, 0, false],
    ])
  ).toString()
  expect(csv).toBe(
    '\uFEFFName,Joined,Pitches,Active\r\n"李雷, ""Lei""",2026-01-02T03:04:05.000Z,7,true\r\n,,0,false\r\n',
  )
})

/** With an apostrophe at its beginning, and behind a sign at which other programs divide a line. */
const written = (text: string) => `'${text.replace(/^[\t\r]/, sign => `${sign}'`)}`

it('keeps formulas as text, in both formats', async () => {
  const formulas = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1', '\0=1', '=HYPERLINK("x")']
  const rows = formulas.map(text => [text, null, null, null])
  const csv = (await bytesOf('csv', rows)).toString().slice(1).trimEnd()
  expect(
    Papa.parse<string[]>(csv)
      .data.slice(1)
      .map(([cell]) => cell),
  ).toEqual(formulas.map(written))
  const sheet = await partOf(await bytesOf('xlsx', rows), 'xl/worksheets/sheet1.xml')
  expect(sheet).not.toContain('<f>')
  expect(sheet.match(/<c r="A\d+"[^>]* t="s"/g)).toHaveLength(1 + formulas.length)
})

it('writes XLSX with a type for every cell', async () => {
  const zip = await bytesOf('xlsx', [['Ada <&>\u0008', at, 7, true]])
  const sheet = await partOf(zip, 'xl/worksheets/sheet1.xml')
  expect(sheet).toMatch(/<c r="B2" s="\d+"><v>46024\.12783/)
  expect(sheet).toContain('<v>7</v>')
  expect(sheet).toMatch(/<c r="D2"[^>]* t="b"><v>1<\/v>/)
  expect(await partOf(zip, 'xl/sharedStrings.xml')).toContain('Ada &lt;&amp;&gt;')
})

it('names the font of each cell in XLSX, and lies on its side when it is printed', async () => {
  const zip = await bytesOf('xlsx', [['Ada', at, 7, true]])
  const fonts = (await partOf(zip, 'xl/styles.xml')).match(/<font>.*?<\/font>/g) ?? []
  expect(fonts).toHaveLength(2)
  expect(fonts.filter(font => !font.includes('<name val="Calibri"/>') || !font.includes('<sz val="11"/>'))).toEqual([])
  expect(await partOf(zip, 'xl/worksheets/sheet1.xml')).toContain('orientation="landscape"')
})

it('reads rows as they are asked for, many as well, and breaks when they do', async () => {
  let read = 0
  async function* many() {
    for (; read < 5000; read++) yield [`Name ${read}`, null, read, null]
  }
  expect((await bytesOf('csv', many())).toString().split('\r\n')).toHaveLength(5002)
  expect(read).toBe(5000)
  async function* broken() {
    yield ['a', null, null, null]
    throw new Error('the database is gone')
  }
  for (const format of ['csv', 'xlsx'] as const)
    await expect(bytesOf(format, broken())).rejects.toThrow('the database is gone')
})

it('gives the file a name valid on every system', () => {
  expect(sheetFilename('../../etc/passwd', 'csv', 'people')).toBe('etc-passwd.csv')
  expect(sheetFilename('🚀', 'xlsx', 'people')).toBe('people.xlsx')
  expect(sheetFilename('路演', 'csv', 'people')).toBe('路演.csv')
  expect(attachmentHeader("a'b\r\nx.csv")).toBe("attachment; filename*=UTF-8''a%27b%0D%0Ax.csv")
})
