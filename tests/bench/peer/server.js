// A boardgame.io server as its documentation starts it: node server.js PORT
const { Origins, Server } = require("boardgame.io/server");
const { TicTacToe } = require("./game");

Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2]));
