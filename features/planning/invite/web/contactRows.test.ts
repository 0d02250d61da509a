import { describe, expect, it } from 'vitest'
import { contactRows } from '#features/core/part/contactRows.ts'
import { MAX_CONTACTS_BYTES, MAX_CONTACTS_SENT_BYTES } from '#features/core/part/rules.ts'
import { readContactFile } from '#features/core/part/web/contactFile.ts'
import { inviteesOf, noInvitees } from './invitees.ts'

const cells = (text: string) => contactRows(text).map(row => row.cells)
const file = (name: string, ...parts: BlobPart[]) => new File(parts, name)

describe('the rows of a contact list', () => {
  it.each([
    ['commas', 'Email,Name\nada@quill.co,Ada'],
    ['semicolons', 'Email;Name\r\nada@quill.co;Ada'],
    ['tabs, as a spreadsheet pastes them', 'Email\tName\nada@quill.co\tAda'],
    ['a byte order mark', '\uFEFFEmail,Name\nada@quill.co,Ada'],
    ['quotes', '"Email","Name"\n"ada@quill.co","Ada"'],
    ['Chinese commas', 'Email，Name\nada@quill.co，Ada'],
  ])('come from %s', (_, text) => {
    expect(cells(text)).toEqual([
      ['Email', 'Name'],
      ['ada@quill.co', 'Ada'],
    ])
  })

  it('keep what quotes protect', () => {
    expect(cells('ada@quill.co,"Ada, Countess","says ""hi"""')).toEqual([
      ['ada@quill.co', 'Ada, Countess', 'says "hi"'],
    ])
    expect(cells('Lovelace, Ada <ada@quill.co>; Hopper, Grace <grace@quill.co>')[0]).toHaveLength(2)
  })

  it('name every person of a text that mixes commas and semicolons', () => {
    const text = 'ada@fund.example, Grace Hopper <grace@fund.example>\nnew.person@fund.example; semi@fund.example'
    const { people, wrong } = inviteesOf({ ...noInvitees, text })
    expect(people.map(({ email }) => email)).toEqual([
      'ada@fund.example',
      'grace@fund.example',
      'new.person@fund.example',
      'semi@fund.example',
    ])
    expect(wrong).toEqual([])
  })

  it('mark a line whose quotes do not close', () => {
    expect(contactRows('ada@quill.co,Ada\n"grace@quill.co,Grace').map(row => row.broken ?? false)).toEqual([
      false,
      true,
    ])
  })
})

describe('[RULE-083, RULE-084, CONST-028] a contact file', () => {
  it('is a CSV', async () => {
    expect(await readContactFile(file('people.csv', 'ada@quill.co'))).toEqual({ text: 'ada@quill.co' })
    expect(await readContactFile(file('people.xlsx', 'ada@quill.co'))).toEqual({ problem: 'notCsv' })
  })

  it('has at most 1 MB', async () => {
    expect(await readContactFile(file('full.csv', 'a'.repeat(MAX_CONTACTS_BYTES)))).toHaveProperty('text')
    expect(await readContactFile(file('over.csv', 'a'.repeat(MAX_CONTACTS_BYTES + 1)))).toEqual({
      problem: 'tooLarge',
    })
  })

  it('is as large in another encoding as in UTF-8, though it is sent in more bytes', async () => {
    // 王芳 in GB 18030, again and again
    const name = [0xcd, 0xf5, 0xb7, 0xbc, 0x0a]
    const count = Math.floor(MAX_CONTACTS_BYTES / name.length)
    const full = new Uint8Array(Array.from({ length: count }, () => name).flat())
    const read = await readContactFile(file('full.csv', full))
    expect(read).toMatchObject({ assumed: 'gb18030' })
    const { size } = new Blob([(read as { text: string }).text])
    expect([size > MAX_CONTACTS_BYTES, size <= MAX_CONTACTS_SENT_BYTES]).toEqual([true, true])
  })

  it('is UTF-8, or UTF-16 that says so', async () => {
    const wide = new Uint8Array([0xff, 0xfe, 0x61, 0x00, 0x40, 0x00])
    expect(await readContactFile(file('wide.csv', wide))).toEqual({ text: 'a@' })
    expect(await readContactFile(file('zip.csv', new Uint8Array([0x50, 0x4b, 0, 0])))).toEqual({ problem: 'notText' })
    expect(await readContactFile(file('odd.csv', new Uint8Array([0x61, 0x81, 0x62])))).toEqual({ problem: 'notText' })
    expect(await readContactFile(file('blank.csv', ' \n'))).toEqual({ problem: 'empty' })
  })

  it.each([
    [
      'gb18030',
      '邮箱,姓名\nwang@quill.co,王芳\nli@quill.co,李志强\n',
      'd3cacfe42cd0d5c3fb0a77616e67407175696c6c2e636f2ccdf5b7bc0a6c69407175696c6c2e636f2cc0eed6bec7bf0a',
    ],
    ['gb18030', 'zhu@quill.co,朱镕基', '7a6875407175696c6c2e636f2cd6ece946bbf9'],
    [
      'big5',
      '姓名,信箱\n林怡君,lin@quill.co\n陳冠宇,chen@quill.co\n',
      'a96da6572cab48bd630aaa4ca9c9a7672c6c696e407175696c6c2e636f0ab3afab61a6742c6368656e407175696c6c2e636f0a',
    ],
    [
      'windows-1252',
      'Jörg,jorg@quill.co\nZoé,zoe@quill.co',
      '4af672672c6a6f7267407175696c6c2e636f0a5a6fe92c7a6f65407175696c6c2e636f',
    ],
  ] as const)(
    'that is neither is read as what spreadsheets save elsewhere, and says so: %s',
    async (assumed, text, hex) => {
      expect(await readContactFile(file('people.csv', Uint8Array.from(Buffer.from(hex, 'hex'))))).toEqual({
        text,
        assumed,
      })
    },
  )
})
