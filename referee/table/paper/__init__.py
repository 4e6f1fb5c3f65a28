"""What is printed for a table: sheets, markers, stickers and measured printers."""
