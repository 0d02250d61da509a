import { chromium } from '@playwright/test'
import { readFileSync } from 'node:fs'
const facts = JSON.parse(readFileSync('/tmp/ld/demo.json','utf8'))
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', chromiumSandbox: false, args: ['--disable-gpu'] })
const base = 'http://localhost:7700'
const shot = async (user, paths, opts = {}) => {
  const c = await b.newContext({ viewport: opts.viewport ?? { width: 1440, height: 900 }, baseURL: base, colorScheme: opts.scheme ?? 'light' })
  const p = await c.newPage(); p.on('pageerror', e => console.log('ERR', e.message, e.stack?.slice(0,600))); p.on('console', m => m.type()==='error' && console.log('CON', m.text().slice(0,600)))
  if (user) { const r = await p.request.post('/restapi/v1.4/oauth/token/pbx/', { form: { grant_type: 'password', username: user, password: opts.password ?? facts.password } }); if (!r.ok()) console.log(user, r.status(), await r.text()) }
  for (const [name, path] of paths) { await p.goto(path); await p.waitForLoadState('networkidle').catch(()=>{}); await p.waitForTimeout(500); await p.screenshot({ path: `/tmp/shots/${name}.png` }) }
  await c.close()
}
const which = process.argv[2]
if (which === 'public') await shot(null, [['login','/login'],['forgot','/forgot-password/login/none'],['register','/sign-up/investor'],['privacy','/privacy-policy'],['landing','/landingpage-login'],['thanks','/thank-you']])
if (which === 'admin') await shot('ada', [['home','/admin/index'],['users','/user-management/list'],['invites','/user-management/invitations'],['profile','/personal-info/profile'],['settings','/personal-info/settings'],['mfa','/personal-info/mfa'],['audit','/administration/audit-log'],['help','/help'],['notices','/tip/alter'],['tickets','/support/tickets'],['loginlog','/login-logs/list'],['pw','/personal-info/update-password']])
await b.close()
