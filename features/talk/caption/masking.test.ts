import { describe, expect, it } from 'vitest'
import { mask, unmask } from './masking.ts'

const kept = (text: string, language: 'en' | 'de' | 'zh-Hans' | 'ja' | 'fr' = 'en', names: string[] = []) =>
  mask(text, language, names).kept

describe('what stays as said', () => {
  it('[PROD-019] finds amounts with all that belongs to them', () => {
    expect(kept('We raise $2.5 million at a cap of €20,000,000.')).toEqual(['$2.5 million', '€20,000,000'])
    expect(kept('Revenue grew 37% to USD 1.2bn, then 3x.')).toEqual(['37%', 'USD 1.2bn', '3x'])
    expect(kept('it was 500 dollars in 2024')).toEqual(['500 dollars', '2024'])
    expect(kept('wir suchen 2,5 Millionen Euro', 'de')).toEqual(['2,5 Millionen Euro'])
    expect(kept('我们融资250万美元', 'zh-Hans')).toEqual(['250万美元'])
    expect(kept('売上は3億円です', 'ja')).toEqual(['3億円'])
    expect(kept('nous levons 3 millions', 'fr')).toEqual(['3 millions'])
  })

  it('[PROD-019] finds ranges whole, and numbers in the characters of Chinese and in wide digits', () => {
    expect(kept('between $3-5M and 10–12%, in 2025-2026')).toEqual(['$3-5M', '10–12%', '2025-2026'])
    expect(kept('我们融资两百五十万美元，估值１０００万，增长百分之三十。', 'zh-Hans')).toEqual([
      '两百五十万美元',
      '１０００万',
      '百分之三十',
    ])
    expect(kept('資金は五億円です', 'ja')).toEqual(['五億円'])
    // words in which such a character is no number
    expect(kept('万一十分千万不要', 'zh-Hans')).toEqual([])
  })

  it('[PROD-019] finds tickers, abbreviations, and names, known and unknown', () => {
    expect(kept('we trade as $ACME and NASDAQ: QLV with our ARR')).toEqual(['$ACME', 'NASDAQ: QLV', 'ARR'])
    expect(kept('The Acme Robotics team and Ada Lovelace use OpenAI.')).toEqual([
      'Acme Robotics',
      'Ada Lovelace',
      'OpenAI',
    ])
    expect(kept('quill is better than quilling', 'en', ['Quill'])).toEqual(['quill'])
    expect(kept('我们是鹅毛公司', 'zh-Hans', ['鹅毛'])).toEqual(['鹅毛'])
    expect(kept('Guten Tag und willkommen', 'de')).toEqual([])
    expect(kept('so we grow and go on')).toEqual([])
  })

  it('[PROD-019] puts back what was said, whatever became of it, and refuses what was lost, doubled or made up', () => {
    const masked = mask('Ada Lovelace <asks> for $5 & more', 'en', [])
    expect(masked.html).toBe(
      '<span translate="no" id="k0">Ada Lovelace</span> &lt;asks&gt; for <span translate="no" id="k1">$5</span> &amp; more',
    )
    const changed =
      'Für <SPAN id="k1" translate="no">fünf</SPAN> &amp; &#39;mehr&#39; &lt;b&gt; fragt <span id=k0>Adele</span>'
    expect(unmask(changed, masked)).toBe("Für $5 & 'mehr' <b> fragt Ada Lovelace")
    expect(unmask('<span id="k0">Ada</span> fragt', masked)).toBeUndefined()
    expect(unmask('<span id="k0">a</span><span id="k0">a</span><span id="k1">5</span>', masked)).toBeUndefined()
    expect(unmask('<span id="k0">a</span><span id="k1">5</span><span id="k7">x</span>', masked)).toBeUndefined()
    expect(unmask('', mask('hello', 'en', []))).toBeUndefined()
  })

  it('takes no longer for a long text of digits and capitals than for another one', () => {
    const before = performance.now()
    for (const piece of ['1', '1.', 'A', 'Aa ', '$', '1 000 ', 'aA', '<'])
      mask(piece.repeat(Math.floor(2000 / piece.length)), 'en', ['Acme'])
    expect(performance.now() - before).toBeLessThan(1500)
  })
})
