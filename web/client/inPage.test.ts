import { afterEach, expect, it, vi } from 'vitest'
import { FIRST_ANSWER } from '#contract/wire.ts'
import { answerInPage } from './inPage.ts'

afterEach(() => {
  vi.restoreAllMocks()
  document.head.innerHTML = ''
  document.body.innerHTML = ''
})

/** A page that still comes, and what its reader has got of it. */
function coming() {
  document.head.innerHTML = `<meta name="${FIRST_ANSWER}" content="">`
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading')
  const got: unknown[] = []
  void answerInPage('data').then(answer => got.push(answer))
  const ends = () => state.mockReturnValue('interactive')
  const add = (name: string, id = '', text = '') => {
    const element = Object.assign(document.createElement(name), { id, textContent: text, type: 'application/json' })
    document.body.append(element)
    return element
  }
  const soon = () => new Promise(resolve => setTimeout(resolve, 50))
  return { got, ends, add, soon }
}

it('is read as soon as it is here whole, while the page still comes', async () => {
  const { got, add, soon } = coming()
  const script = add('script', FIRST_ANSWER, '{"code":1,"data":{"i')
  await soon()
  expect(got).toEqual([])
  script.textContent = '{"code":1,"message":"","data":{"id":"7"}}'
  add('template')
  await soon()
  expect(got).toEqual([{ id: '7' }])
})

it('is asked for by the page itself once that ends without it', async () => {
  const { got, ends, soon } = coming()
  await soon()
  expect(got).toEqual([])
  ends()
  await soon()
  expect(got).toEqual([undefined])
})
