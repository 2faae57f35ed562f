"""The pad's box: body, lid, small printed parts and the dice tray; solids, pictures and what is measured on them."""
