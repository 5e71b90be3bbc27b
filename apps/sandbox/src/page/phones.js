'use strict';

const REFRESH_MS = 1_500;
const NOTICE_MS = 5_000;

const $ = (id) => document.getElementById(id);
let phones = [];
let chosen = location.hash.slice(1);
let shownPhones = '';
let shownChat = '';

/** An element with text inside: nothing that people write is ever read as markup. */
function element(name, className, ...children) {
  const node = document.createElement(name);
  node.className = className;
  node.append(...children);
  return node;
}

async function call(method, path, body) {
  const response = await fetch(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}

let noticeTimer;
function notice(text) {
  $('notice').textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => ($('notice').textContent = ''), NOTICE_MS);
}

/** Does what a person asked for, shows how it went, and looks again. */
async function act(work, done) {
  try {
    await work();
    if (done) notice(done);
  } catch (error) {
    notice(error.message);
  }
  await refresh();
}

function linkedText({ linked_devices: count }) {
  if (count === 0) return 'not linked';
  return count === 1 ? 'linked' : `${count} devices`;
}

function badge(phone) {
  return element('span', phone.linked_devices ? 'badge linked' : 'badge', linkedText(phone));
}

function showPhones() {
  const version = JSON.stringify([chosen, phones]);
  if (version === shownPhones) return;
  shownPhones = version;
  const items = phones.map((phone) => {
    const label = element('span', '', phone.name, element('small', '', `+${phone.digits}`));
    const button = element('button', '', label, badge(phone));
    button.type = 'button';
    button.setAttribute('aria-current', String(phone.digits === chosen));
    button.addEventListener('click', () => choose(phone.digits));
    return element('li', '', button);
  });
  const focused = document.activeElement?.closest('#phones') ? chosen : null;
  $('phones').replaceChildren(...items);
  if (focused) $('phones').querySelector('[aria-current="true"]')?.focus();
}

function showBusinesses() {
  const numbers = phones.filter((phone) => phone.linked_devices > 0 && phone.digits !== chosen);
  $('businesses').replaceChildren(
    ...numbers.map((phone) => {
      const option = element('option', '', phone.name);
      option.value = phone.digits;
      return option;
    }),
  );
  const to = $('write').elements.to;
  if (!to.value && numbers.length > 0) to.value = numbers[0].digits;
}

function showPhone(phone) {
  $('phone').hidden = !phone;
  $('welcome').hidden = Boolean(phone);
  if (!phone) return;
  $('name').textContent = phone.name;
  $('number').textContent = `+${phone.digits}`;
  $('badge').textContent = linkedText(phone);
  $('badge').className = phone.linked_devices ? 'badge linked' : 'badge';
  $('unlink').disabled = phone.linked_devices === 0;
  $('marketing').textContent = phone.marketing === 'stop' ? 'Allow marketing' : 'Stop marketing';
}

/** What the browser shows or plays; anything else is a file to be saved. */
const players = { image: 'img', sticker: 'img', video: 'video', audio: 'audio' };

/** A message's media: a picture, a player or a link. */
function mediaOf(message) {
  const url = `/phones/${chosen}/messages/${encodeURIComponent(message.chat_message_id)}/media`;
  const name = message.media.filename || message.type;
  const player = players[message.type];
  if (!player) {
    const link = element('a', '', name);
    link.href = url;
    link.download = name;
    return link;
  }
  const node = element(player, '');
  node.src = url;
  if (player === 'img') node.alt = name;
  else node.controls = true;
  return node;
}

/** What a message says, as nodes. */
function contentOf(message) {
  const { media, text, caption, location, reaction } = message;
  const words = text ?? caption;
  const nodes = media ? [mediaOf(message)] : [];
  if (location) {
    const title = [location.name, location.address].filter(Boolean).join(', ');
    nodes.push(`📍 ${location.latitude}, ${location.longitude} ${title}`);
  }
  if (reaction) nodes.push(reaction.emoji ?? '(took a reaction back)');
  if (words) nodes.push(words);
  return nodes.length > 0 ? nodes : [`(${message.type})`];
}

function showChat(messages) {
  const version = JSON.stringify([chosen, messages]);
  if (version === shownChat) return;
  shownChat = version;
  $('chat').replaceChildren(
    ...messages.map((message) => {
      const isMine = message.from === chosen;
      const other = isMine ? `to +${message.to}` : `from +${message.from}`;
      const time = new Date(message.sent_at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
      const read = message.read_at ? ' · read' : '';
      return element(
        'li',
        isMine ? 'mine' : '',
        ...contentOf(message),
        element('small', '', `${other} · ${time}${read}`),
      );
    }),
  );
  $('chat').scrollTop = $('chat').scrollHeight;
}

async function refresh() {
  try {
    ({ phones } = await call('GET', '/phones'));
    const phone = phones.find(({ digits }) => digits === chosen);
    showPhones();
    showBusinesses();
    showPhone(phone);
    if (phone) showChat((await call('GET', `/phones/${phone.digits}/chats`)).messages);
  } catch {
    notice('The sandbox does not answer.');
  }
}

function choose(digits) {
  chosen = digits;
  location.hash = digits;
  $('write').reset();
  $('link').reset();
  void refresh();
}

function readFile(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.onerror = () => reject(new Error('The picture could not be read.'));
    reader.readAsDataURL(file);
  });
}

async function link() {
  const { code, picture } = $('link').elements;
  const text = code.value.trim();
  const qr = picture.files[0] ? await readFile(picture.files[0]) : text;
  await call('POST', `/phones/${chosen}/link`, qr.startsWith('data:') ? { qr } : { pairing_code: text });
  $('link').reset();
}

async function readEverything() {
  const { messages } = await call('GET', `/phones/${chosen}/messages`);
  for (const from of new Set(messages.map((message) => message.from))) {
    await call('POST', `/phones/${chosen}/read`, { from });
  }
}

function onSubmit(id, work, done) {
  $(id).addEventListener('submit', (event) => {
    event.preventDefault();
    void act(work, done);
  });
}

onSubmit('add', async () => {
  const { digits, name } = $('add').elements;
  await call('PUT', `/phones/${digits.value}`, name.value.trim() ? { name: name.value } : {});
  choose(digits.value);
  $('add').reset();
});
onSubmit('link', link, 'Linked.');
/** What the form says: a file with its caption, or a text. */
async function written() {
  const { text, file, ptt } = $('write').elements;
  const [chosenFile] = file.files;
  if (!chosenFile) return { text: text.value };
  const [family] = chosenFile.type.split('/');
  const type = ['image', 'video', 'audio'].includes(family) ? family : 'document';
  const caption = type !== 'audio' && text.value ? { caption: text.value } : {};
  return {
    type,
    media: await readFile(chosenFile),
    filename: chosenFile.name,
    ptt: type === 'audio' && ptt.checked,
    ...caption,
  };
}

onSubmit('write', async () => {
  const { to, text, file } = $('write').elements;
  if (!text.value && !file.files[0]) return;
  await call('POST', `/phones/${chosen}/messages`, { to: to.value, ...(await written()) });
  text.value = '';
  file.value = '';
});
$('read').addEventListener('click', () => void act(readEverything, 'The chats are read.'));
$('unlink').addEventListener('click', () => {
  void act(() => call('POST', `/phones/${chosen}/unlink`), 'The devices are removed.');
});
$('marketing').addEventListener('click', () => {
  const phone = phones.find(({ digits }) => digits === chosen);
  const marketing = phone.marketing === 'stop' ? 'on' : 'stop';
  void act(() => call('PUT', `/phones/${chosen}`, { marketing }));
});

void refresh();
setInterval(() => void refresh(), REFRESH_MS);
