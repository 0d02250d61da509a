import { describe, expect, it } from 'vitest'
import { hasHtml } from './rules.ts'

describe('HTML in a question', () => {
  it.each(['<b>x</b>', 'a <img src=x onerror=alert(1)>', '</p>', '<!-- x', '<!doctype html>', '<br/>', '<SCRIPT\n>'])(
    '[RULE-092] is found in %j',
    text => expect(hasHtml(text)).toBe(true),
  )
  it.each(['3 < 4 and 5 > 4', 'I <3 this', 'R&D; and AT&T', 'a -> b <- c', 'x <= y', ''])(
    '[RULE-092] is not seen in %j',
    text => expect(hasHtml(text)).toBe(false),
  )
})
