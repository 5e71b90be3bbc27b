/** What people may call themselves or write: nothing of it may run, or break the layout. The first two are also names. */
export const HOSTILE_TEXTS: readonly string[] = [
  '<img src=x onerror="window.hacked=1">',
  `Long${'long'.repeat(60)}`,
  '<script>window.hacked=1</script>',
  '"><svg onload=window.hacked=1>',
  'javascript:window.hacked=1 data:text/html,<script>window.hacked=1</script>',
  'https://a.example/"onmouseover="window.hacked=1',
  '{{constructor.constructor("window.hacked=1")()}} ${window.hacked=1} #{1} <%= 1 %>',
  '\u202Etxt.exe \u202C\u2066isolated\u2069 \u200B\u200D\uFEFF',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  'هل يمكنني تغيير <b>العنوان</b>؟ 1-2-3 שלום',
  '👩‍👩‍👧‍👦🏳️‍🌈'.repeat(30),
  '\n\n\n\tindented\n\n\n',
  '﷽'.repeat(40),
  `https://${'a'.repeat(60)}.example/${'path/'.repeat(80)}`,
];
