// Many clients of one match: node clients.js PORT VIEWERS MOVES PAUSE_MS
// Plays tic-tac-toe to a draw, match after match, and says as JSON how long it took from each move
// until the last client held it.
const { Client } = require("boardgame.io/client");
const { SocketIO } = require("boardgame.io/multiplayer");
const { TicTacToe } = require("./game");

const [port, viewers, moves, pause] = process.argv.slice(2).map(Number);
const DRAW = [0, 1, 2, 4, 3, 5, 7, 6, 8];
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

let holding = () => {};

function join(matchID, playerID) {
  const multiplayer = SocketIO({
    server: `http://localhost:${port}`,
    socketOpts: { forceNew: true, transports: ["websocket"] },
  });
  const client = Client({ game: TicTacToe, multiplayer, matchID, playerID, debug: false });
  client.subscribe((state) => holding(client, state));
  client.start();
  return client;
}

// Resolves when each client holds the state of this number; the one that moved holds it at once.
function allHold(clients, number, matchID) {
  return new Promise((resolve, reject) => {
    const left = new Set(clients);
    const late = setTimeout(() => reject(new Error(`${left.size} never held ${number}`)), 30000);
    const look = (client, state) => {
      if (client.matchID !== matchID || !state || state._stateID < number) return;
      left.delete(client);
      if (left.size === 0) {
        clearTimeout(late);
        holding = () => {};
        resolve(performance.now());
      }
    };
    holding = look;
    for (const client of clients) look(client, client.getState());
  });
}

async function main() {
  const began = process.cpuUsage();
  const start = performance.now();
  const times = [];
  let clients = [];
  let busy = { wall: 0, cpu: 0 };
  for (let match = 0; times.length < moves; match++) {
    const matchID = `bench-${match}`;
    if (match === 0) {
      clients = [join(matchID, "0")];
      await allHold(clients, 0, matchID); // the first to come makes the match
      clients.push(join(matchID, "1"));
      while (clients.length < viewers) clients.push(join(matchID, null));
    } else {
      clients[0].updateMatchID(matchID);
      await allHold(clients.slice(0, 1), 0, matchID);
      for (const client of clients.slice(1)) client.updateMatchID(matchID);
    }
    await allHold(clients, 0, matchID);
    await rest(300);
    for (const [turn, cell] of DRAW.entries()) {
      if (times.length === moves) break;
      const cpu = process.cpuUsage();
      const sent = performance.now();
      const held = allHold(clients, turn + 1, matchID);
      clients[turn % 2].moves.clickCell(cell);
      const took = (await held) - sent;
      const used = process.cpuUsage(cpu);
      busy.wall += took;
      busy.cpu += (used.user + used.system) / 1000;
      times.push(took);
      await rest(pause);
    }
  }
  console.log(JSON.stringify({ times, share: busy.cpu / busy.wall }));
  process.exit(0);
}

main().catch((error) => {
  console.error(String(error));
  process.exit(1);
});
