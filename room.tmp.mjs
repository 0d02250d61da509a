import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const facts = JSON.parse(readFileSync('/tmp/ld/demo.json','utf8'))
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false, args: ['--disable-gpu','--disable-quic','--use-fake-ui-for-media-stream','--use-fake-device-for-media-stream'] })
const base = 'http://localhost:7700'
const stage = await b.newContext({ viewport: { width: 1440, height: 900 }, baseURL: base })
const p = await stage.newPage()
p.on('pageerror', e => console.log('ERR', e.message)); 
await p.request.post('/restapi/v1.4/oauth/token/pbx/', { form: { grant_type: 'password', username: facts.people.presenter.username, password: facts.password } })
await p.goto(`/live/${facts.pitch.uuid}`)
await p.getByRole('button', { name: 'Start pitch' }).click()
await p.getByRole('button', { name: 'End pitch' }).waitFor()
const a = await (await b.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
await a.goto(facts.links.investor)
await a.getByRole('button', { name: 'Join' }).click()
await a.getByRole('button', { name: 'Leave' }).waitFor()
await a.waitForTimeout(2500)
await p.getByRole('button', { name: 'Point at the slide' }).click()
const box = await p.locator('.stage-frame').boundingBox()
await p.mouse.move(box.x + box.width*0.3, box.y + box.height*0.4); await p.waitForTimeout(200); await p.mouse.move(box.x + box.width*0.35, box.y + box.height*0.42)
await a.getByRole('button', { name: 'React' }).click()
for (let i=0;i<3;i++) await a.getByRole('button', { name: 'Applause' }).click()
await a.waitForTimeout(700)
await a.screenshot({ path: '/tmp/shots/attendee.png' })
await p.screenshot({ path: '/tmp/shots/presenter.png' })
await p.request.get('/'); 
await b.close()
