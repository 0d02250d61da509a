import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { email } from '#contract/fields.ts'
import { addressesIn, isEmailAddress, MAX_INVITEES, readContacts } from './rules.ts'

const rows = (...list: string[][]) => list.map((cells, index) => ({ line: index + 1, cells }))
const read = (list: string[][], known: string[] = []) => readContacts(rows(...list), new Set(known))
const person = (email: string, firstname = '', lastname = '') => ({ email, firstname, lastname })

describe('an e-mail address', () => {
  it('is judged in the browser as every call judges it', () => {
    const pieces = fc.constantFrom('a', 'Z', '9', '.', '-', '_', '+', "'", '@', 'b.co', 'é', '王', ' ', ',', '<')
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
        const text = parts.join('')
        return isEmailAddress(text) === email.safeParse(text).success
      }),
      { numRuns: 3000 },
    )
    expect(isEmailAddress(`${'a'.repeat(250)}@b.co`)).toBe(false)
  })

  it('[RULE-031] is one of several that commas separate', () => {
    expect(addressesIn('ada@quill.co, Grace@Quill.co,,\nlin@quill.co; ')).toEqual([
      'ada@quill.co',
      'grace@quill.co',
      'lin@quill.co',
    ])
  })
})

describe('a contact list', () => {
  it('[RULE-031] reads addresses on one line or on many, with names in every usual way', () => {
    expect(
      read([
        ['ada@quill.co', ' Grace@Quill.co'],
        ['Lin Chen <lin@quill.co>'],
        ['Okafor, Ben <ben@quill.co>'],
        ['mia@quill.co', 'Mia', 'Rossi'],
        ['Tom Baker tom@quill.co'],
        ['王小明', 'ming@quill.co'],
        ['x@quill.co y@quill.co'],
      ]),
    ).toEqual([
      { line: 1, ...person('ada@quill.co') },
      { line: 1, ...person('grace@quill.co') },
      { line: 2, ...person('lin@quill.co', 'Lin', 'Chen') },
      { line: 3, ...person('ben@quill.co', 'Ben', 'Okafor') },
      { line: 4, ...person('mia@quill.co', 'Mia', 'Rossi') },
      { line: 5, ...person('tom@quill.co', 'Tom', 'Baker') },
      { line: 6, ...person('ming@quill.co', '王小明') },
      { line: 7, ...person('x@quill.co') },
      { line: 7, ...person('y@quill.co') },
    ])
  })

  it('[RULE-031] parts addresses by commas and semicolons that are mixed, and keeps a comma inside a name', () => {
    const mails = (...cells: string[]) => read([cells]).map(({ email, problem }) => problem ?? email)
    expect(mails('new.person@fund.example; semi@fund.example')).toEqual([
      'new.person@fund.example',
      'semi@fund.example',
    ])
    expect(mails('ada@quill.co;')).toEqual(['ada@quill.co'])
    expect(mails('ada@quill.co, lin@quill.co，mia@quill.co；x@quill.co、y@quill.co')).toHaveLength(5)
    expect(read([['Hopper, Grace <grace@quill.co>; Lin Chen <lin@quill.co>, tom@quill.co']])).toEqual([
      { line: 1, ...person('grace@quill.co', 'Grace', 'Hopper') },
      { line: 1, ...person('lin@quill.co', 'Lin', 'Chen') },
      { line: 1, ...person('tom@quill.co') },
    ])
    expect(read([['ada@quill.co; Ada']])).toEqual([{ line: 1, ...person('ada@quill.co', 'Ada') }])
  })

  it.each([
    [['Email', 'First name', 'Last name']],
    [['E-Mail Address', 'firstname', 'surname']],
    [['邮箱', '名', '姓']],
    [['電子郵件地址', '名字', '姓氏']],
  ])('finds its columns under the headings %s', headings => {
    const [email = '', first = '', last = ''] = headings
    expect(
      read([
        [last, email, 'Note', first],
        ['Chen', 'LIN@quill.co', 'met in Rome', 'Lin'],
      ]),
    ).toEqual([{ line: 2, ...person('lin@quill.co', 'Lin', 'Chen') }])
  })

  it('says what is wrong with each line, and drops no person silently', () => {
    const problems = read(
      [
        ['ada@quill.co'],
        ['ADA@quill.co'],
        ['grace@quill.co'],
        ['no address here'],
        ['lin@quill'],
        ['lin@quill.co', '=HYPERLINK("http://evil.example")'],
        ['@SUM(1+1)*cmd'],
        ['ben@quill.co', 'a'.repeat(81), 'b'],
        ['mia@quill.co', 'Mi\u0007a', 'b'],
        ['', '  '],
      ],
      ['grace@quill.co'],
    ).map(({ line, problem }) => [line, problem])
    expect(problems).toEqual([
      [1, undefined],
      [2, 'twice'],
      [3, 'known'],
      [4, 'noEmail'],
      [5, 'email'],
      [6, 'formula'],
      [7, 'formula'],
      [8, 'nameTooLong'],
      [9, 'characters'],
    ])
  })

  it('takes no more people than one call invites', () => {
    const many = Array.from({ length: MAX_INVITEES + 2 }, (_, n) => [`p${n}@quill.co`])
    const entries = read(many)
    expect(entries.filter(entry => !entry.problem)).toHaveLength(MAX_INVITEES)
    expect(entries.filter(entry => entry.problem === 'tooMany')).toHaveLength(2)
  })

  it('keeps every row of any input, and names only people whom the server would take', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string({ maxLength: 12 }), { maxLength: 4 }), { maxLength: 20 }), list => {
        const entries = read(list)
        const named = entries.filter(entry => !entry.problem)
        expect(named.filter(entry => !email.safeParse(entry.email).success)).toEqual([])
      }),
    )
  })
})
