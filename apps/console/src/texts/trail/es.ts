import type { TrailTexts } from './en';

export const trail: TrailTexts = {
  open: 'Qué pasó con este mensaje',
  status: 'Estado',
  received: 'Recibido',
  by: 'Enviado por',
  request: 'Id de la solicitud',
  trace: 'Id de la traza',
  network: 'Tomado por la red',
  handOver: {
    none: 'Sin registro',
    sending: 'En curso',
    accepted: 'Aceptado',
    refused: 'Rechazado',
    unknown: 'No se sabe',
  },
  steps: 'Paso a paso',
  step: {
    created: 'Se pidió.',
    received: 'Llegó aquí.',
    begun: 'Se entregó a la red.',
    sent: 'La red lo aceptó.',
    delivered: 'Llegó al cliente.',
    read: 'El cliente lo leyó.',
    failed: 'Falló.',
  },
  told: {
    pending: (event, host) => `${event} espera su entrega a ${host}.`,
    succeeded: (event, host) => `${event} se entregó a ${host}.`,
    failed: (event, host) => `${event} no se pudo entregar a ${host}.`,
    blocked: (event, host) => `${event} no se puede entregar a ${host}.`,
  },
  nextAttempt: (when) => `Próximo intento: ${when}`,
  findings: {
    sent: 'La red no ha informado de que llegó. El teléfono del cliente está apagado o sin conexión. No lo envíes de nuevo.',
    queued: 'Se está entregando. En breve se sabrá cómo termina.',
    overdue: 'Ya debería saberse cómo termina. Pregunta a quien opera la instalación.',
    unknown:
      'Puede que se haya enviado o no: la red no respondió. No lo envíes de nuevo; un acuse de la red aún lo aclara.',
    awaited: 'Su archivo aún se está copiando.',
    lost: 'Su archivo no se pudo copiar, y la red ya no lo tiene.',
    waiting:
      'Los destinos se enteran tarde, porque hay eventos en espera. Pregunta a quien opera la instalación.',
    nobody: 'La cuenta no tiene ningún destino, así que ningún programa se entera.',
    unheard: 'Ningún destino se enteró: ninguno está suscrito a sus eventos, o están a punto de enterarse.',
  },
  failedWith: (why, codes) => `${why} (${codes})`,
  channelAway: (when) => `Su canal no está conectado desde el ${when}.`,
  searched: (when) => `No se buscaron las entregas desde el ${when}, porque son demasiadas.`,
  missing: (services) => `Estos servicios no respondieron, así que falta su parte: ${services}.`,
};
