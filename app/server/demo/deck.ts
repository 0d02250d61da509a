import pptxgen from 'pptxgenjs'

// At run time the default export is the class itself; its types take it for a namespace.
const Presentation = pptxgen as unknown as new () => Deck
type Deck = InstanceType<typeof pptxgen.default>
type Slide = ReturnType<Deck['addSlide']>

const ink = '1B2A3A'
const sea = '0B6E8F'
const sand = 'F4F1EA'
const font = 'Liberation Sans'
const chinese = 'Noto Sans CJK SC'

/** A pitch deck of ten slides, made as a presenter's own would be: charts, a table, notes, and a page in Chinese. */
export async function demoDeck(): Promise<Buffer> {
  const deck = new Presentation()
  deck.layout = 'LAYOUT_WIDE' // 13.33 by 7.5 inches
  deck.title = 'Tidewater Robotics'
  deck.company = 'Tidewater Robotics'
  cover(deck)
  bullets(deck, 'Fouled hulls burn money', [
    'A ship with a fouled hull needs up to 40 % more fuel for the same speed',
    'Divers clean at anchor, in daylight, in calm water: 14 hours a hull',
    'Ports forbid cleaning that lets paint and species into the water',
  ])
  bullets(deck, 'A robot that cleans while the ship loads', [
    'Crawls on magnets, sees by sonar, works day and night',
    'Keeps every gram: closed suction with filters of 10 micrometres',
    'Two hours for a hull of 300 metres, no diver in the water',
  ])
  savings(deck)
  chineseSlide(deck)
  market(deck)
  customers(deck)
  bullets(deck, 'Why we win', [
    'Permits in Rotterdam, Singapore and Shanghai: 18 months ahead',
    'Paid per saved ton of fuel: owners risk nothing',
    'Every cleaning adds to the largest set of hull scans there is',
  ])
  table(deck)
  closing(deck)
  return (await deck.write({ outputType: 'nodebuffer', compression: true })) as Buffer
}

function titled(deck: Deck, title: string, fontFace = font): Slide {
  const slide = deck.addSlide()
  slide.background = { color: 'FFFFFF' }
  slide.addShape('rect', { x: 0, y: 0, w: 0.25, h: 7.5, fill: { color: sea } })
  slide.addText(title, { x: 0.8, y: 0.5, w: 11.8, h: 0.9, fontFace, fontSize: 34, bold: true, color: ink })
  return slide
}

function cover(deck: Deck) {
  const slide = deck.addSlide()
  slide.background = { color: sea }
  slide.addText('Tidewater Robotics', {
    x: 0.9,
    y: 2.3,
    w: 11.5,
    h: 1.1,
    fontFace: font,
    fontSize: 54,
    bold: true,
    color: 'FFFFFF',
  })
  slide.addText('Clean hulls, quiet seas. Series A, 12 million dollars.', {
    x: 0.9,
    y: 3.5,
    w: 11.5,
    h: 0.7,
    fontFace: font,
    fontSize: 24,
    color: sand,
  })
  slide.addNotes('Welcome everybody; wait until all investors are here.')
}

function bullets(deck: Deck, title: string, lines: readonly string[], fontFace = font) {
  const slide = titled(deck, title, fontFace)
  const items = lines.map(text => ({ text, options: { bullet: { indent: 22 }, breakLine: true, paraSpaceAfter: 16 } }))
  slide.addText(items, { x: 0.8, y: 1.8, w: 11.5, h: 4.6, fontFace, fontSize: 28, color: ink, valign: 'top' })
  return slide
}

function savings(deck: Deck) {
  const slide = titled(deck, 'Fuel saved per ship and year')
  slide.addChart(
    'bar',
    [
      {
        name: 'Tons of fuel',
        labels: ['Bulker', 'Tanker', 'Container', 'Ferry', 'Cruise'],
        values: [610, 840, 1320, 270, 950],
      },
    ],
    {
      x: 0.8,
      y: 1.6,
      w: 11.5,
      h: 5.2,
      chartColors: [sea],
      showValue: true,
      dataLabelFontSize: 16,
      catAxisLabelFontSize: 16,
      valAxisLabelFontSize: 14,
      catAxisLabelFontFace: font,
      valAxisLabelFontFace: font,
    },
  )
}

function chineseSlide(deck: Deck) {
  bullets(
    deck,
    '中国市场：港口先行',
    ['上海港与宁波港已签署试点协议', '清洗一次只需两小时，无需潜水员', '所有污物全部回收，符合环保要求'],
    chinese,
  )
}

function market(deck: Deck) {
  const slide = titled(deck, 'A market of 3.4 billion dollars a year')
  const data = [{ name: 'Share', labels: ['Asia', 'Europe', 'Americas', 'Middle East'], values: [46, 27, 16, 11] }]
  slide.addChart('doughnut', data, {
    x: 0.8,
    y: 1.6,
    w: 6,
    h: 5.2,
    holeSize: 55,
    showLegend: true,
    legendPos: 'r',
    legendFontSize: 18,
    dataLabelFontSize: 16,
    chartColors: [sea, '3FA7C4', 'E0A458', '8A9BA8'],
    dataLabelColor: 'FFFFFF',
  })
  slide.addText(
    '102,000 ships above 100 tons; 31,000 of them call at a port where we have a permit or have applied for one.',
    {
      x: 7.4,
      y: 2.4,
      w: 5,
      h: 3,
      fontFace: font,
      fontSize: 22,
      color: ink,
    },
  )
}

function customers(deck: Deck) {
  const slide = titled(deck, 'Hulls cleaned per quarter')
  const labels = ['Q1 24', 'Q2 24', 'Q3 24', 'Q4 24', 'Q1 25', 'Q2 25', 'Q3 25']
  slide.addChart('line', [{ name: 'Hulls', labels, values: [4, 9, 15, 31, 48, 77, 121] }], {
    x: 0.8,
    y: 1.6,
    w: 11.5,
    h: 5.2,
    chartColors: [sea],
    lineSize: 4,
    showValue: true,
    dataLabelFontSize: 16,
    catAxisLabelFontSize: 16,
    valAxisLabelFontSize: 14,
    dataLabelPosition: 't',
  })
}

function table(deck: Deck) {
  const slide = titled(deck, 'What the money is for')
  const head = ['', '2026', '2027', '2028'].map(text => ({
    text,
    options: { bold: true, color: 'FFFFFF', fill: { color: sea } },
  }))
  const rows = [
    ['Robots in service', '40', '110', '260'],
    ['Revenue, million dollars', '9.8', '31.0', '84.5'],
    ['Gross margin', '48 %', '57 %', '63 %'],
    ['Cash at year end, million dollars', '8.1', '4.9', '17.3'],
  ].map(cells => cells.map(text => ({ text })))
  slide.addTable([head, ...rows], {
    x: 0.8,
    y: 1.8,
    w: 11.5,
    colW: [5.5, 2, 2, 2],
    rowH: 0.75,
    fontFace: font,
    fontSize: 20,
    color: ink,
    border: { type: 'solid', pt: 1, color: 'D5DCE2' },
    valign: 'middle',
  })
}

function closing(deck: Deck) {
  const slide = deck.addSlide()
  slide.background = { color: ink }
  slide.addText('12 million dollars for 220 robots.', {
    x: 0.9,
    y: 2.6,
    w: 11.5,
    h: 1,
    fontFace: font,
    fontSize: 44,
    bold: true,
    color: 'FFFFFF',
  })
  slide.addText('Questions? Ask them in the chat.', {
    x: 0.9,
    y: 3.7,
    w: 11.5,
    h: 0.7,
    fontFace: font,
    fontSize: 24,
    color: sand,
  })
}
