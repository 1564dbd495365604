import { createRealm } from '/work/main/packages/executor/test/guest-web/isolate.ts'
const body = process.argv[2]
const realm = await createRealm({ answer: (r) => {
  if (r.url.endsWith('/redirect')) return { message: { status: 302, statusText: 'Found', headers: [['location', '/final']] }, body: '' }
  if (r.url.endsWith('/hang')) return undefined
  if (r.url.endsWith('/err')) return { error: 'refused by policy.' }
  return { message: { status: 200, statusText: 'OK', headers: [['content-type','application/json'],['set-cookie','a=1'],['set-cookie','b=2']] }, body: JSON.stringify({url:r.url,method:r.method,headers:r.headers,text:r.text}) } } })
try { console.log(JSON.stringify(await realm.run(body), null, 1)) } catch (e) { console.log('ERR', e.stack) }
realm[Symbol.dispose]()
